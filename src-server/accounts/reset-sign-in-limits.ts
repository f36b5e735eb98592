import type { AppContext } from '../context.ts'
import type { UserTable } from '../platform/db/account-tables.ts'
import type { RateLimitName } from '../platform/rate-limits/rate-limit-config.ts'
import type { SessionKind } from './sessions.ts'

/** Returns the rate limit key for attempts to sign in as `name`, whether or not the account exists. */
export function signInSubject(name: string): string {
  return name.toLowerCase()
}

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
  for (const [limit, name] of counted) await limits.reset(limit, signInSubject(name ?? ''))
}
