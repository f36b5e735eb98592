import type { AppContext } from '../context.ts'
import type { UserTable } from '../db/account-tables.ts'
import type { LimitName } from '../rate-limits/rate-limit-config.ts'
import type { SessionKind } from './sessions.ts'

/** What tries to sign in as `name` are counted under: one form of it, whether there is such an account or not. */
export function triesSubject(name: string): string {
  return name.toLowerCase()
}

/** Forgets what browsers that are not known have tried under the name of this account. */
export async function forgetSignInTries(
  { limits }: Pick<AppContext, 'limits'>,
  kind: SessionKind,
  { id, email = null, username }: Pick<UserTable, 'id' | 'username'> & Partial<Pick<UserTable, 'email'>>,
): Promise<void> {
  const counted: [LimitName, string | null][] =
    kind === 'customer'
      ? [['signInAccount', email]]
      : [
          ['staffSignInName', username],
          ['secondFactor', id],
        ]
  for (const [limit, name] of counted) await limits.forget(limit, triesSubject(name ?? ''))
}
