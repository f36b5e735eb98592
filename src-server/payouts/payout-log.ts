import type { AttemptState, PayoutProvider } from '#shared/payout.ts'
import type { LoggedKind } from '../platform/signed-logs/signed-log.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { type AttemptRow, listStatesAfter } from './payout-log-queries.ts'

/** `by` is who sent or approved it; `batch` and `reference` may be ''; `id` is that of the state. */
export type LoggedAttempt = Readonly<
  Record<'attempt' | 'payout' | 'submission' | 'batch' | 'reference' | 'by' | 'at', string>
> & {
  readonly provider: PayoutProvider
  readonly state: AttemptState
  readonly amountCents: number
  readonly feeCents: number
  readonly id: string
  /** The money account; entries of an earlier release have none. */
  readonly account?: string
}

/** Every state of each attempt to pay, written before a provider is requested: a restore repeats what was paid. */
export const loggedAttempts: LoggedKind<LoggedAttempt> = {
  kind: 'payout',
  former: 'payouts.jsonl',
  numbered: ['payout_attempts', 'state_id'],
  listAfter: async (db, sequence, limit) => (await listStatesAfter(db, sequence, limit)).map(numbered),
}

function numbered({ sequence, ...row }: AttemptRow): { sequence: number; entry: LoggedAttempt } {
  const entry = {
    ...fieldsOf(row, 'amount_cents', 'provider', 'state'),
    id: row.state_id,
    ...(row.money_account !== null && { account: row.money_account }),
    attempt: row.key,
    payout: row.payout_id,
    submission: row.submission_id,
    feeCents: row.fee_cents ?? 0,
    batch: row.provider_batch ?? '',
    reference: row.reference ?? '',
    by: row.sent_by ?? row.approved_by,
    at: row.answered_at ?? row.called_at,
  }
  return { sequence, entry }
}
