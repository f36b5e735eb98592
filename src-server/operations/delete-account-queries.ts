import { statusReasons } from '#shared/status-reasons.ts'
import { openStatuses } from '#shared/submission.ts'
import type { Db, Tx } from '../db/database.ts'
import { storedKeys } from '../files/file-queries.ts'

/** How many orders of this person wait for a decision or for money. */
export async function countOpenSubmissions(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('submissions')
    .select((select) => select.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('status', 'in', openStatuses)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes what is this person's alone; answers under which keys bytes of files have to go as well. */
export async function deleteBelongings(tx: Tx, userId: string): Promise<string[]> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('payment_methods').where('user_id', '=', userId).execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
  // What came with the conversation, also from staff. The messages and the answers go with their sessions.
  const attached = await tx
    .deleteFrom('files')
    .where('message_id', 'in', (messages) =>
      messages
        .selectFrom('chat_messages')
        .innerJoin('chat_sessions', 'chat_sessions.id', 'chat_messages.session_id')
        .select('chat_messages.id')
        .where('customer_id', '=', userId),
    )
    .returning(['id', 'rendition_id'])
    .execute()
  await tx.deleteFrom('chat_sessions').where('customer_id', '=', userId).execute()
  await tx
    .deleteFrom('order_notes')
    .where('submission_id', 'in', (orders) =>
      orders.selectFrom('submissions').select('id').where('user_id', '=', userId),
    )
    .execute()
  const files = await tx.deleteFrom('files').where('owner_id', '=', userId).returning(['id', 'rendition_id']).execute()
  return storedKeys([...attached, ...files])
}

/**
 * Takes everything that leads to a person out of their orders, answers how many those are. Brand, amounts, times,
 * statuses, the last 4 of the card and its fingerprint stay: the books must add up, and no card is sold twice.
 */
export async function anonymizeOrders(tx: Tx, userId: string, at: string): Promise<number> {
  // What staff wrote themselves may name somebody; what they chose from the list cannot.
  const harmless = Object.values(statusReasons).flat().concat('New user registration')
  const { numUpdatedRows } = await tx
    .updateTable('submissions')
    .set((set) => ({
      email: '',
      phone: '',
      account_name: '',
      card_number_sealed: null,
      security_code_sealed: null,
      expiring_date_sealed: null,
      additional_info_sealed: null,
      payout_details_sealed: null,
      payout_fingerprint: null,
      erase_code_at: null,
      purged_at: set.fn.coalesce('purged_at', set.case().when('status', '!=', 'registered').then(at).end()),
      status_reason: set.case().when('status_reason', 'in', harmless).then(set.ref('status_reason')).end(),
    }))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await tx
    .updateTable('status_changes')
    .set({ reason: null })
    .where('submission_id', 'in', (orders) =>
      orders.selectFrom('submissions').select('id').where('user_id', '=', userId),
    )
    .where('reason', 'not in', harmless)
    .execute()
  // Nobody may bring back what is kept without its person.
  await tx
    .updateTable('status_changes')
    .set({ undo_until: null })
    .where('submission_id', 'in', (orders) =>
      orders.selectFrom('submissions').select('id').where('user_id', '=', userId),
    )
    .execute()
  return Number(numUpdatedRows)
}

/** The row stays, because orders and the audit log point at it: a number without a person, who cannot sign in. */
export async function anonymizeUser(tx: Tx, id: string, at: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email: null,
      name: 'Deleted account',
      phone: '',
      address: '',
      password_hash: '',
      last_login_at: null,
      disabled_at: at,
      search_text: '',
    })
    .where('id', '=', id)
    .execute()
}
