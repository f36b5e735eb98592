import type { Insertable } from 'kysely'
import type { PayoutDetails } from '#shared/payment-method.ts'
import type { HoldKind } from '#shared/payout.ts'
import { reviewNote as problemNote } from '#shared/problem.ts'
import { getUser } from '../accounts/account-queries.ts'
import { type AuditActor, audit } from '../audit/audit-queries.ts'
import type { AppContext, ServerContext } from '../context.ts'
import { needsSecondPerson } from '../controls/second-person.ts'
import { HOUR_MS, isDue, later, MAX_UNDO_MS, timestamp } from '../platform/clock.ts'
import { inServerTransaction, type Tx } from '../platform/db/database.ts'
import { lockKeys } from '../platform/db/named-locks.ts'
import type { PayoutHoldTable, PayoutTable } from '../platform/db/payout-tables.ts'
import { table } from '../platform/db/table.ts'
import { payoutFingerprint } from '../platform/encryption/fingerprint.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { newId } from '../platform/ids.ts'
import { changePayout, changeState, lockPayout, withListedPayout } from './change-payout.ts'
import {
  findNextRelease,
  findPayout,
  hasOpenReview,
  listOpenHolds,
  listReleasable,
  listUnsettled,
  SUM_WINDOW_MS,
  sumPayoutsSince,
} from './payout-queries.ts'
import { findOrderUnderReview } from './problem-queries.ts'
import { hasReturnByHand } from './second-person-queries.ts'
import { isTooMuchAlone, takeBackUnrequested } from './send-payout.ts'
import { limitRepeats } from './sending/attempt-queries.ts'

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
  await lockKeys(tx, [userId, ...fingerprints])
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

type HoldReason = { kind: HoldKind; note: string }

/** Adds a hold that a person has to lift, and an audit entry. A ready payout is held from now on. */
export async function addHold(
  app: AppContext,
  tx: Tx,
  by: AuditActor,
  payout: PayoutTable,
  { kind, note }: HoldReason,
) {
  await putHold(app, tx, payout, { kind, note, made_by: by.id })
  await audit(app, tx, by, 'payout.held', payout.id, kind)
}

/** Does the same without an audit entry. */
export async function putHold(
  app: AppContext,
  tx: Tx,
  payout: PayoutTable,
  hold: Pick<PayoutHoldTable, 'kind' | 'note' | 'made_by'>,
) {
  await table('payout_holds').insert(tx, { id: newId(), payout_id: payout.id, ...hold, made_at: timestamp(app.clock) })
  await (payout.state === 'ready' ? changeState(app, tx, payout, 'held') : changePayout(app, tx, payout, {}))
}

/** Adds a hold to each payout of a customer that has not left. The transaction has locked the customer. */
export async function holdUnsent(app: AppContext, tx: Tx, by: AuditActor, userId: string, hold: HoldReason) {
  for (const payout of await listUnsettled(tx, userId)) {
    const unsent = payout.state === 'sending' ? await takeBackUnrequested(app, tx, payout, by.id) : payout
    if (unsent?.state === 'held' || unsent?.state === 'ready') await addHold(app, tx, by, unsent, hold)
  }
}

/** Holds a failed payout whose provider objects to it, and what else has not left for this customer. */
export async function holdForReview(app: AppContext, tx: Tx, by: AuditActor, failed: PayoutTable, note: string) {
  await addHold(app, tx, by, failed, { kind: 'review', note })
  await holdUnsent(app, tx, by, failed.user_id, { kind: 'review', note })
}

/** Makes a held payout ready; `by` is the person who released it, null for the server. */
export async function release(app: AppContext, tx: Tx, payout: PayoutTable, by: string | null): Promise<PayoutTable> {
  return changeState(app, tx, payout, 'ready', { released_by: by, released_at: timestamp(app.clock) })
}

/** Makes a held payout ready if its time has come and nothing holds it. Returns its row. */
async function releaseIfFree(app: AppContext, tx: Tx, payout: PayoutTable, by: string | null) {
  const now = timestamp(app.clock)
  if (payout.state !== 'held' || !isDue(payout.ready_at ?? now, now, MAX_UNDO_MS)) return payout
  const holds = await listOpenHolds(tx, payout.id, now)
  return holds.length > 0 ? payout : release(app, tx, payout, by)
}

/** Lifts one hold; a payout that nothing else holds is ready. Returns false when the hold was lifted before. */
export async function liftHoldOf(
  app: AppContext,
  tx: Tx,
  by: string,
  { holdId, payoutId }: { holdId: string; payoutId: string },
) {
  const payout = await findPayout(tx, payoutId)
  const lifted = { lifted_by: by, lifted_at: timestamp(app.clock) }
  if (!payout || !(await table('payout_holds').update(tx, { id: holdId, lifted_at: null }, lifted))) return false
  const released = await releaseIfFree(app, tx, payout, by)
  // Still held by something else: the version changes, so that calls based on the former holds fail.
  if (released === payout) await changePayout(app, tx, payout, {})
  return true
}

const BATCH = 100

/** Makes each held payout ready when its time has come. On several nodes each release is made once. */
export const startPayoutRelease = (app: ServerContext) =>
  startDueWork(app, {
    run: async () => {
      // One time for both: a payout that is due between two times would be in neither.
      const now = timestamp(app.clock)
      await releaseDuePayouts(app, now)
      return findNextRelease(app.db, now)
    },
    wakesOn: ['payout.changed', 'resync'],
    failure: 'could not release payouts',
  }).stop

export async function releaseDuePayouts(app: ServerContext, now = timestamp(app.clock)) {
  for (;;) {
    const due = await listReleasable(app.db, now, BATCH)
    for (const { id } of due) await withListedPayout(app, id, (tx, { payout }) => releaseIfFree(app, tx, payout, null))
    if (due.length < BATCH) return
  }
}

/**
 * Holds every payout of restored data that has not left, because it may have been paid since the backup. Open requests
 * to PayPal are repeated only for a day after they began. Returns the number of held payouts.
 */
export async function holdRestoredPayouts(app: ServerContext, source: string) {
  await inServerTransaction(app.db, limitRepeats)
  const payouts = await table('payouts').list(app.db, { state: ['held', 'ready'] }, 'approved_at', 'id')
  for (const { id } of payouts)
    await inServerTransaction(app.db, async (tx) => {
      const { payout } = await lockPayout(tx, { id })
      const note = `${source} was restored. Compare with PayPal and your bank, then lift this hold.`
      await putHold(app, tx, payout, { kind: 'restored', note, made_by: null })
    })
  return payouts.length
}
