import type { Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { newId, newReference } from '../platform/ids.ts'

/** The record that the specification requires for every sign-up. It is here because `submissions/` depends on us. */
export async function insertRegistrationRecord(
  tx: Tx,
  user: { id: string; name: string; email: string; phone: string; createdAt: string },
): Promise<string> {
  const id = newReference()
  await tx
    .insertInto('submissions')
    .values({
      id,
      user_id: user.id,
      card_type: 'User Registration',
      card_brand: 'New Account',
      card_value_cents: 0,
      rate_bps: 0,
      payout_cents: 0,
      email: user.email,
      phone: user.phone,
      account_name: user.name,
      card_number_masked: 'N/A',
      status: 'registered',
      status_reason: 'New user registration',
      version: 1,
      created_at: user.createdAt,
      updated_at: user.createdAt,
    })
    .execute()
  await table('status_changes').insert(tx, {
    id: newId(),
    submission_id: id,
    version: 1,
    to_status: 'registered',
    changed_by: user.id,
    changed_at: user.createdAt,
  })
  return id
}
