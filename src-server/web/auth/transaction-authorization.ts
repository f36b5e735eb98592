import type { Authorization } from '../../platform/db/database.ts'
import { accessDenied, guards } from './access-guards.ts'
import type { Access } from './permissions.ts'
import type { Principal } from './principal.ts'
import type { ApiContext } from './request-context.ts'

/** The check that a call repeats in its transactions and streams. `who`: the principal a member's call relies on. */
export function authorizationOf(
  access: Access,
  ctx: ApiContext,
  who: Principal | undefined,
): Authorization | undefined {
  if (access === 'anyone') return undefined
  return {
    async assertStillAllowed(db) {
      const current = await ctx.findPrincipal(db)
      await guards[access]({ ...ctx, principal: async () => current })
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
