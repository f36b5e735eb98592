import type { SentBefore } from '#shared/transaction-schema.ts'
import type { AppContext } from '../context.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { findFirstWithCard } from './card-fingerprint-queries.ts'
import { reasonCodeOf } from './reason-code-of.ts'
import { fingerprintsOf } from './submission-fingerprints.ts'

/**
 * Returns when the card of an order that was rejected as sent before was first in an order. The order is named only to
 * its own customer; of another person's only the day is returned. Undefined for other orders, and once the fingerprints
 * of the card are erased.
 */
export async function sentBeforeOf(app: AppContext, row: SubmissionTable): Promise<SentBefore | undefined> {
  if (row.status !== 'rejected' || reasonCodeOf(row) !== 'sent-before') return undefined
  const { card } = await fingerprintsOf(app, row)
  const first = await findFirstWithCard(app.db, row, card)
  if (!first) return undefined
  if (first.user_id === row.user_id) return { at: first.created_at, orderId: first.id }
  return { at: noonOf(first.created_at) }
}

/** Noon has the same day in the time zones of most customers, and hides the time of day. */
const noonOf = (at: string) => `${at.slice(0, 10)}T12:00:00.000Z`
