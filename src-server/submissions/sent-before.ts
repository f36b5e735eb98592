import type { SentBefore } from '#shared/transaction-schema.ts'
import type { AppContext } from '../context.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { findFirstWithCard } from './card-fingerprint-queries.ts'
import { reasonCodeOf } from './reason-code-of.ts'
import { fingerprintsOf } from './submission-fingerprints.ts'

/** Undefined once the fingerprints are erased. Another person's order is not named, only its day. */
export async function sentBeforeOf(app: AppContext, row: SubmissionTable): Promise<SentBefore | undefined> {
  if (row.status !== 'rejected' || reasonCodeOf(row) !== 'sent-before') return undefined
  const { card } = await fingerprintsOf(app, row)
  const first = await findFirstWithCard(app.db, row, card)
  if (!first) return undefined
  if (first.user_id === row.user_id) return { at: first.created_at, orderId: first.id }
  return { at: noonOf(first.created_at) }
}

/** The same day in the time zones of most customers, without the time of day. */
const noonOf = (at: string) => `${at.slice(0, 10)}T12:00:00.000Z`
