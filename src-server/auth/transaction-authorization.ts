import type { Authorization } from '../db/database.ts'
import type { Access } from './permissions.ts'
import { accessDenied, admit } from './access-guards.ts'
import type { ApiContext } from './request-context.ts'
import type { Viewer } from './principal.ts'

/**
 * What a call that was admitted as `access` carries into its transactions and streams: the same admission once more,
 * by what the database says then. Undefined for calls of anyone. `who` are the people a member's call relies on.
 */
export function authorizationOf(access: Access, ctx: ApiContext, who: Viewer | undefined): Authorization | undefined {
  if (access === 'anyone') return undefined
  return {
    async assertStillAllowed(db) {
      const current = await ctx.findViewer(db)
      await admit[access]({ ...ctx, viewer: async () => current })
      if (who && !isSame(who, current)) throw accessDenied()
    },
  }
}

function isSame(before: Viewer, current: Viewer): boolean {
  return (
    before.customer?.sessionId === current.customer?.sessionId &&
    before.staff?.sessionId === current.staff?.sessionId &&
    before.staff?.role === current.staff?.role
  )
}
