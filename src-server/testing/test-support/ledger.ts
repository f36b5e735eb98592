import type { Transfer } from '../../payouts/ledger/post-transfers.ts'
import { newPrefixedId } from '../../platform/ids.ts'
import type { TestApp } from './test-app.ts'

/** A transfer with a key of its own and no payout; transfers of other numbers use other accounts. */
export function aTransfer(number: number): Transfer {
  const [debit, credit] = [`test:in-${number}`, `test:out-${number}`]
  const facts = { kind: 'move', debit, credit, amount_cents: 100, key: `move:${number}` } as const
  return { ...facts, submission_id: null, payout_id: null, made_by: null }
}

/**
 * Replaces a payout by one of another amount without its debt, as earlier versions did. Returns the id of the new one,
 * which is ready.
 */
export async function replaceUnposted(
  { ctx, clock }: TestApp,
  { submissionId, payoutId }: { submissionId: string; payoutId: string },
  cents: number,
): Promise<string> {
  const { db } = ctx
  const former = await db.selectFrom('payouts').selectAll().where('id', '=', payoutId).executeTakeFirstOrThrow()
  const ended = { state: 'returned', debt_ended_at: clock.now().toISOString() } as const
  await db.updateTable('payouts').set(ended).where('id', '=', payoutId).execute()
  await db.updateTable('payout_lines').set({ is_live: 0 }).where('payout_id', '=', payoutId).execute()
  const id = newPrefixedId('PO')
  const fresh = { id, state: 'ready', details_encrypted: null, amount_cents: cents } as const
  const key = { idempotency_key: `${submissionId}-2`, approved_at: ended.debt_ended_at }
  await db
    .insertInto('payouts')
    .values({ ...former, ...fresh, ...key })
    .execute()
  const line = { payout_id: id, submission_id: submissionId, amount_cents: cents, order_version: null }
  await db
    .insertInto('payout_lines')
    .values({ ...line, is_live: 1, is_contradicted: 0 })
    .execute()
  return id
}
