import { accountProblems, emailChangeProblem } from '#shared/account.ts'
import type { CustomerProfile, ProfileInput } from '#shared/account-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { accountError } from '../platform/errors.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { updateMailRecipient } from '../platform/mail/outbox-queries.ts'
import { findCustomerByEmail, getUser, updateUser } from './account-queries.ts'
import { searchText } from './search-text.ts'

/** The profile of a customer; without an address once the account is deleted. */
export async function getProfile(db: Db, id: string): Promise<CustomerProfile> {
  const { name, email, phone, address } = await getUser(db, id)
  return { id, name, email: email ?? '', phone, address }
}

/** Saves a profile. A new e-mail address requires the password and is audited; the former one gets a warning. */
export async function saveProfile(ctx: CallContext, person: Actor, input: ProfileInput) {
  const { app } = ctx
  const email = input.email.toLowerCase()
  const { email: present, password_hash: verified } = await getUser(app.db, person.id)
  const isVerified = present !== null && email !== present
  if (isVerified) await assertMayChangeEmail(app, verified, input)
  await inTransaction(ctx, async (tx) => {
    const { name, email: former, password_hash: passwordHash } = await getUser(tx, person.id)
    if (email !== former) {
      // Password or address may have changed while the hash was verified outside the transaction.
      if (!isVerified || passwordHash !== verified)
        throw accountError('bad_request', accountProblems.wrongPasswordForEmail)
      if (await findCustomerByEmail(tx, email)) throw accountError('conflict', accountProblems.emailOfOther)
      await leaveAddress(app, tx, { ...person, name }, { former, next: email })
    }
    const { phone, address } = input
    await updateUser(tx, person.id, { email, phone, address, search_text: searchText({ name, email, phone }) })
    await app.events.emit(tx, { name: 'user.changed', userId: person.id })
  })
}

async function assertMayChangeEmail(app: AppContext, passwordHash: string, input: ProfileInput) {
  const problem = emailChangeProblem(input, app.config.placeholderEmails)
  if (problem) throw accountError('bad_request', problem)
  if (!(await app.passwords.verify(passwordHash, input.currentPassword ?? '')))
    throw accountError('bad_request', accountProblems.wrongPasswordForEmail)
}

/** Invalidates reset links, redirects unsent e-mails to the new address and warns the former one. */
async function leaveAddress(
  app: AppContext,
  tx: Tx,
  person: Actor & { name: string },
  { former, next }: { former: string | null; next: string },
) {
  const { id, name } = person
  await table('password_resets').remove(tx, { user_id: id })
  await updateMailRecipient(tx, id, next)
  if (former !== null) await enqueueMail(tx, app, { id, email: former }, { kind: 'email-changed', name })
  await updateUser(tx, id, { security_changed_at: timestamp(app.clock) })
  await audit(app, tx, person, 'account.email-changed', id)
}
