import type { Authorization } from '../db/database.ts'
import { accessDenied, admit } from './access-guards.ts'
import type { Access } from './permissions.ts'
import type { Principal } from './principal.ts'
import type { ApiContext } from './request-context.ts'

/**
 * What a call that was authorized as `access` carries into its transactions and streams: the same admission once more,
 * by what the database says then. Undefined for calls of anyone. `who` are the people a member's call relies on.
 */
export function authorizationOf(
  access: Access,
  ctx: ApiContext,
  who: Principal | undefined,
): Authorization | undefined {
  if (access === 'anyone') return undefined
  return {
    async assertStillAllowed(db) {
      const current = await ctx.findPrincipal(db)
      await admit[access]({ ...ctx, principal: async () => current })
      if (who && !isSame(who, current)) throw accessDenied()
    },
  }
}

function isSame(before: Principal, current: Principal): boolean {
  return (
    before.customer?.sessionId === current.customer?.sessionId &&
    before.staff?.sessionId === current.staff?.sessionId &&
    before.staff?.role === current.staff?.role
  )
}
