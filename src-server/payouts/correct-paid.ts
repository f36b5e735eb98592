import { centsFromDollars, formatCents } from '#shared/money.ts'
import { payoutMessages } from '#shared/payout.ts'
import type { CorrectFeeInput, CorrectReferenceInput } from '#shared/payout-schema.ts'
import { getUser } from '../accounts/account-queries.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { askedAct } from '../controls/perform-act.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutAttemptTable, PayoutTable } from '../platform/db/payout-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict, invalid } from '../platform/errors.ts'
import { writeNote } from '../submissions/write-note.ts'
import { askedOf, changePayout, inPayoutChange, lockPayoutFor } from './change-payout.ts'
import { placeOn } from './money-place.ts'
import { updateAttempt } from './payout-queries.ts'
import { feeEntries, postEntries } from './payout-transfers.ts'
import { getNewestAttempt } from './send-payout.ts'

/** Cents of a fee in dollars; zero without one. */
export function feeCentsOf(fee: number | undefined) {
  const cents = fee === undefined ? 0 : centsFromDollars(fee)
  if (cents === null) throw invalid('fee', payoutMessages.badFee)
  return cents
}

/**
 * Books what the provider took for a paid attempt beyond what the ledger has, by default today. `by` is null for the
 * server. `mark` is in the key of the transfer: 'l' of what a line gave.
 */
export async function bookFee(
  app: AppContext,
  tx: Tx,
  { payout, attempt }: { payout: PayoutTable; attempt: PayoutAttemptTable },
  feeCents: number,
  by: string | null,
  { day, mark = 'v' }: { day?: string | undefined; mark?: 'l' | 'v' } = {},
) {
  const difference = feeCents - (attempt.fee_cents ?? 0)
  if (difference === 0) return
  await updateAttempt(tx, attempt.key, { fee_cents: feeCents })
  // The version makes the key of each correction another one.
  const money_account = await placeOn(app, tx, attempt.money_account, day)
  const corrected = { ...attempt, money_account, key: `${attempt.key}-${mark}${payout.version}` }
  await postEntries(app, tx, payout, feeEntries(difference, corrected), by, day)
  await changePayout(app, tx, payout, {})
}

/** Corrects the fee of a paid payout to what the provider took in all; a note of the order says why. */
export const correctFee = askedAct('fee', async (app, tx, staff, input: CorrectFeeInput, ask) => {
  const feeCents = feeCentsOf(input.fee)
  const handled = await lockPayoutFor(app, tx, staff, input)
  const { payout, order, audit } = handled
  if (payout.state !== 'paid') throw conflict(payoutMessages.notPaid)
  if (payout.provider === 'set-off') throw conflict(payoutMessages.wasSetOff)
  const attempt = await getNewestAttempt(tx, payout.id)
  const before = attempt.fee_cents ?? 0
  if (before === feeCents) throw conflict(payoutMessages.sameFee)
  const account = await table('statement_accounts').find(tx, { id: attempt.money_account ?? '' })
  const usualFee = account?.usual_fee_cents ?? app.policies.get('controls').usualFee
  ask({ ...askedOf(handled), cents: feeCents, always: usualFee !== null && feeCents >= usualFee })
  await bookFee(app, tx, { payout, attempt }, feeCents, staff.id)
  await writeNote(app, tx, staff, { submissionId: order.id, text: `Fee of ${payout.id}: ${input.note}` })
  const detail = `${formatCents(before)} to ${formatCents(feeCents)}`
  await audit('payout.fee-corrected', detail)
})

/** Whether the customer has deleted the account, and with it what people typed about the payout. */
export async function isErased(tx: Tx, { user_id }: Pick<PayoutTable, 'user_id'>) {
  return (await getUser(tx, user_id)).email === null
}

/**
 * Corrects the reference that a person typed when they paid by hand. A trigger adds the settled attempt to the payout
 * log again, so that a restore repeats it.
 */
export async function correctReference(ctx: CallContext, staff: Actor, { reference, ...input }: CorrectReferenceInput) {
  await inPayoutChange(ctx, staff, input, async (tx, { payout, order, audit }, app) => {
    if (payout.state !== 'paid') throw conflict(payoutMessages.notPaid)
    if (payout.provider === 'set-off') throw conflict(payoutMessages.wasSetOff)
    // The reference of a provider identifies the payment there, and no person typed it.
    if (payout.provider !== 'hand') throw conflict(payoutMessages.referenceOfProvider)
    if (await isErased(tx, payout)) throw conflict(payoutMessages.accountDeleted)
    const { reference: former } = payout
    if (former === reference) throw invalid('reference', payoutMessages.sameReference)
    await changePayout(app, tx, payout, { reference })
    const text = `Reference of ${payout.id} corrected ${former === null ? '' : `from ${former} `}to ${reference}.`
    await writeNote(app, tx, staff, { submissionId: order.id, text })
    await audit('payout.reference-corrected')
  })
}
