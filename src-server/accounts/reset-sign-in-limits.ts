import type { AppContext } from '../context.ts'
import type { UserTable } from '../db/account-tables.ts'
import type { RateLimitName } from '../rate-limits/rate-limit-config.ts'
import type { SessionKind } from './sessions.ts'

/** What tries to sign in as `name` are counted under: one form of it, whether there is such an account or not. */
export function signInSubject(name: string): string {
  return name.toLowerCase()
}

/** Forgets what browsers that are not known have tried under the name of this account. */
export async function resetSignInLimits(
  { limits }: Pick<AppContext, 'limits'>,
  kind: SessionKind,
  { id, email = null, username }: Pick<UserTable, 'id' | 'username'> & Partial<Pick<UserTable, 'email'>>,
): Promise<void> {
  const counted: [RateLimitName, string | null][] =
    kind === 'customer'
      ? [['signInAccount', email]]
      : [
          ['staffSignInName', username],
          ['secondFactor', id],
        ]
  for (const [limit, name] of counted) await limits.forget(limit, signInSubject(name ?? ''))
}
