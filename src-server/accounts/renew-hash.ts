import type { CallContext } from '../context.ts'
import type { UserTable } from '../platform/db/account-tables.ts'
import { inTransaction } from '../platform/db/database.ts'
import { replaceHash } from './account-queries.ts'
import type { PasswordMatch } from './passwords.ts'

/** Stores the hash of the normal form of a password that matched as typed, so that every keyboard can type it. */
export async function renewHash<Person extends Pick<UserTable, 'id' | 'password_hash'>>(
  ctx: CallContext,
  person: Person,
  password: string,
  match: PasswordMatch,
): Promise<Person> {
  const { passwords, config } = ctx.app
  if (match !== 'typed' || person.password_hash === config.owner?.passwordHash) return person
  const password_hash = await passwords.hash(password)
  await inTransaction(ctx, (tx) => replaceHash(tx, person, password_hash))
  return { ...person, password_hash }
}
