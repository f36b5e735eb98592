import type { PayoutDetails } from '#shared/payment-method.ts'
import { getUser } from '../accounts/account-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { PayoutHoldTable } from '../db/money-tables.ts'
import { acquireLock } from '../db/named-locks.ts'
import { payoutFingerprint } from '../encryption/fingerprint.ts'
import { newId } from '../ids.ts'
import { sumPayoutsSince } from './payout-queries.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** A payout that does not exist yet. */
type Planned = { userId: string; amountCents: number; details: PayoutDetails | undefined }

/**
 * Whether a second person has to release a payout: its amount, or what this customer or this payout account gets within
 * 24 hours, reaches the amount that the policy sets.
 */
export async function needsSecondPerson(ctx: AppContext, tx: Tx, planned: Planned): Promise<boolean> {
  const { secondPersonFromCents: from } = ctx.policies.get('payouts')
  if (from === null) return false
  if (planned.amountCents >= from) return true
  // Two customers with one payout account: their approvals run one after the other.
  await acquireLock(tx, 'ledger')
  const { details, userId } = planned
  const ids = ctx.keyring.idsFor('fingerprint')
  const fingerprints = details ? ids.map((id) => payoutFingerprint(ctx.keyring, details, id)) : []
  const since = timestamp(ctx.clock, -DAY_MS)
  return planned.amountCents + (await sumPayoutsSince(tx, { userId, fingerprints, since })) >= from
}

/** What holds a new payout besides the undo of its approval. */
export async function newHolds(
  ctx: AppContext,
  tx: Tx,
  planned: Planned,
  approvedBy: string,
): Promise<Omit<PayoutHoldTable, 'payout_id'>[]> {
  const { clock } = ctx
  const hold = { made_at: timestamp(clock), words: '', lifted_by: null, lifted_at: null }
  const holds: Omit<PayoutHoldTable, 'payout_id'>[] = []
  if (await needsSecondPerson(ctx, tx, planned))
    holds.push({ ...hold, id: newId(), kind: 'second-person', made_by: approvedBy, ends_at: null })
  const { security_changed_at: changedAt } = await getUser(tx, planned.userId)
  const { accountChangedHoldHours } = ctx.policies.get('payouts')
  if (changedAt !== null) {
    const endsAt = new Date(Date.parse(changedAt) + accountChangedHoldHours * HOUR_MS).toISOString()
    if (endsAt > hold.made_at)
      holds.push({ ...hold, id: newId(), kind: 'account-changed', made_by: null, ends_at: endsAt })
  }
  return holds
}
