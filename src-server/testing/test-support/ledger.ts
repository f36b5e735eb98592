import type { Transfer } from '../../payouts/ledger/post-transfers.ts'

/** A transfer with a key of its own and no payout; transfers of other numbers use other accounts. */
export function aTransfer(number: number): Transfer {
  const [debit, credit] = [`test:in-${number}`, `test:out-${number}`]
  const facts = { kind: 'adjustment', debit, credit, amount_cents: 100, key: `adjustment:${number}` } as const
  return { ...facts, submission_id: null, payout_id: null, made_by: null }
}
