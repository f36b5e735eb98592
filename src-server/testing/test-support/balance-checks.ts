import type { BalanceCheckTable } from '../../platform/db/file-tables.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import { newId } from '../../platform/ids.ts'
import type { Person, TestApp } from './test-app.ts'

/** A stored balance check of this order by this person; by default of a card that was used up. */
export async function aBalanceCheck(
  { ctx, clock }: TestApp,
  staff: Pick<Person, 'id'>,
  submissionId: string,
  changes: Partial<BalanceCheckTable> = {},
): Promise<BalanceCheckTable> {
  const id = newId()
  const row: BalanceCheckTable = {
    id,
    submission_id: submissionId,
    checked_by: staff.id,
    checked_at: clock.now().toISOString(),
    how: 'website',
    outcome: 'zero',
    balance_cents: null,
    note_encrypted: encryptText(ctx.keyring, 'balance_checks', id, 'note_encrypted', 'The website says $0.00.'),
    file_id: null,
    order_version: 1,
    ...changes,
  }
  await ctx.db.insertInto('balance_checks').values(row).execute()
  return row
}
