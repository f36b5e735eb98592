import { accountProblems, isPlaceholderEmail } from '#shared/account.ts'
import type { ProfileInput } from '#shared/account-schema.ts'
import type { AppContext } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { readdressMails } from '../mail/outbox-queries.ts'
import { assertActiveUser, findCustomerByEmail, getUser, updateUser } from './account-queries.ts'
import { refusal } from './account-refusal.ts'
import { deletePasswordResetsOf } from './password-reset-queries.ts'
import { searchText } from './search-text.ts'

/**
 * Saves what a customer may change of their profile.
 * @throws AppError 'bad_request' for a placeholder address, 'conflict' for one of another account.
 */
export async function saveProfile(ctx: AppContext, customerId: string, input: ProfileInput): Promise<void> {
  const email = input.email.toLowerCase()
  if (isPlaceholderEmail(email, ctx.config.placeholderEmails))
    throw refusal('bad_request', accountProblems.placeholderEmail)
  await inTransaction(ctx.db, async (tx) => {
    const holder = await findCustomerByEmail(tx, email)
    if (holder && holder.id !== customerId) throw refusal('conflict', accountProblems.emailTaken)
    await assertActiveUser(tx, customerId)
    const { name, email: former } = await getUser(tx, customerId)
    if (!holder) await leaveAddress(tx, customerId, { former, next: email })
    const { phone, address } = input
    await updateUser(tx, customerId, { email, phone, address, search_text: searchText({ name, email, phone }) })
  })
  ctx.events.publish({ name: 'user.changed', userId: customerId })
}

/** A link that was sent to the former address must not open the account any more, and no mail must go there. */
async function leaveAddress(
  tx: Tx,
  customerId: string,
  { former, next }: { former: string | null; next: string },
): Promise<void> {
  await deletePasswordResetsOf(tx, customerId)
  if (former !== null) await readdressMails(tx, former, next)
}
