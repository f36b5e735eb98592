import type { Insertable } from 'kysely'
import type { PayoutDetails } from '#shared/payment-method.ts'
import { reviewNote as problemNote } from '#shared/problem.ts'
import { getUser } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import { needsSecondPerson } from '../controls/second-person.ts'
import { HOUR_MS, later, timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { lockPayees } from '../platform/db/named-locks.ts'
import type { PayoutHoldTable } from '../platform/db/payout-tables.ts'
import { payoutFingerprint } from '../platform/encryption/fingerprint.ts'
import { newId } from '../platform/ids.ts'
import { hasOpenReview } from './hold-customer.ts'
import { isTooMuchAlone } from './paid-alone.ts'
import { SUM_WINDOW_MS, sumPayoutsSince } from './payout-queries.ts'
import { findOrderUnderReview } from './problem-queries.ts'
import { hasReturnByHand } from './second-person-queries.ts'

const returnNote = 'It replaces a payout whose return a person recorded.'
const aloneNote = 'PayPal would send by itself more than one person may approve in 24 hours.'
const reviewNote = 'A payment provider objected to an earlier payout to this customer.'

export type NewHold = Omit<Insertable<PayoutHoldTable>, 'payout_id'>

type Planned = { orderId: string; userId: string; amountCents: number; details: PayoutDetails | undefined }

/**
 * Why a second person has to release a payout: only a person saw an earlier one of the order come back; or its amount,
 * or what this customer or account gets in 24 hours, reaches the amount of the policy.
 */
export async function whySecondPerson(
  app: AppContext,
  tx: Tx,
  planned: Planned,
): Promise<'return' | 'amount' | 'sum' | undefined> {
  if (await hasReturnByHand(tx, planned.orderId)) return 'return'
  if (app.policies.get('controls').secondPersonFrom === null) return undefined
  if (needsSecondPerson(app, planned.amountCents)) return 'amount'
  const { details, userId } = planned
  const ids = app.keyring.idsFor('fingerprint')
  const fingerprints = details ? ids.map((id) => payoutFingerprint(app.keyring, details, id)) : []
  // Approvals for one customer or one payout account run one after the other.
  await lockPayees(tx, [userId, ...fingerprints])
  const since = timestamp(app.clock, -SUM_WINDOW_MS)
  const sum = planned.amountCents + (await sumPayoutsSince(tx, { userId, fingerprints, since }))
  return needsSecondPerson(app, sum) ? 'sum' : undefined
}

async function whyNotAutomatic(app: AppContext, tx: Tx, { details, amountCents }: Planned, approvedBy: string) {
  if (details?.type !== 'paypal' || app.policies.get('payouts').paypalSends !== 'automatic') return undefined
  return (await isTooMuchAlone(app, tx, approvedBy, { amountCents })) ? 'alone' : undefined
}

/** What holds a new payout besides the undo of its approval. */
export async function newHolds(app: AppContext, tx: Tx, planned: Planned, approvedBy: string): Promise<NewHold[]> {
  const { clock } = app
  const hold = { made_at: timestamp(clock), note: '' }
  const holds: NewHold[] = []
  const why = (await whySecondPerson(app, tx, planned)) ?? (await whyNotAutomatic(app, tx, planned, approvedBy))
  const note = why === 'return' ? returnNote : why === 'alone' ? aloneNote : ''
  if (why) holds.push({ ...hold, id: newId(), kind: 'second-person', made_by: approvedBy, note })
  const { security_changed_at: changedAt, disabled_at: disabledAt } = await getUser(tx, planned.userId)
  if (disabledAt !== null) holds.push({ ...hold, id: newId(), kind: 'account-disabled' })
  if (await hasOpenReview(tx, planned.userId)) holds.push({ ...hold, id: newId(), kind: 'review', note: reviewNote })
  const badOrder = await findOrderUnderReview(tx, planned.userId)
  if (badOrder) holds.push({ ...hold, id: newId(), kind: 'under-review', note: problemNote(badOrder) })
  const { accountChangedHoldHours } = app.policies.get('payouts')
  if (changedAt !== null) {
    const endsAt = later(changedAt, accountChangedHoldHours * HOUR_MS)
    if (endsAt > hold.made_at) holds.push({ ...hold, id: newId(), kind: 'account-changed', ends_at: endsAt })
  }
  return holds
}
