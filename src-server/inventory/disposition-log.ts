import type { DispositionKind } from '#shared/inventory.ts'
import type { LoggedKind } from '../platform/signed-logs/signed-log.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { type LoggedRow, listDispositionsAfter } from './disposition-queries.ts'

/** `buyer`, `place`, `reference` and `by` may be ''. */
export type LoggedDisposition = Readonly<
  Record<'id' | 'submission' | 'at' | 'buyer' | 'place' | 'reference' | 'by' | 'madeAt', string>
> & {
  readonly kind: DispositionKind
  readonly faceCents: number
  readonly costCents: number
  readonly amountCents: number
  readonly feeCents: number
}

/** What became of cards, without notes: a restore lists what was recorded since. */
export const loggedDispositions: LoggedKind<LoggedDisposition> = {
  kind: 'disposition',
  former: 'dispositions.jsonl',
  numbered: ['dispositions', 'id'],
  listAfter: async (db, sequence, limit) => (await listDispositionsAfter(db, sequence, limit)).map(numbered),
}

function numbered({ sequence, ...row }: LoggedRow): { sequence: number; entry: LoggedDisposition } {
  const entry = {
    ...fieldsOf(row, 'id', 'kind', 'at', 'face_cents', 'cost_cents', 'amount_cents', 'fee_cents', 'made_at'),
    submission: row.submission_id,
    buyer: row.buyer_id ?? '',
    place: row.place ?? '',
    reference: row.reference ?? '',
    by: row.made_by ?? '',
  }
  return { sequence, entry }
}
