import { payoutMessages } from '#shared/payout.ts'
import type { CorrectReferenceInput } from '#shared/payout-schema.ts'
import { getUser } from '../accounts/account-queries.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { conflict, invalid } from '../platform/errors.ts'
import { writeNote } from '../submissions/write-note.ts'
import { inPayoutChange } from './lock-payout.ts'
import { changePayout } from './payout-state.ts'

/** Whether the customer has deleted the account, and with it what people typed about the payout. */
export async function isErased(tx: Tx, { user_id }: Pick<PayoutTable, 'user_id'>): Promise<boolean> {
  return (await getUser(tx, user_id)).email === null
}

/**
 * Corrects the reference that a person typed when they paid by hand. A trigger adds the settled attempt to the payout
 * log again, so that a restore repeats it.
 */
export async function correctReference(
  ctx: CallContext,
  staff: Actor,
  { reference, ...input }: CorrectReferenceInput,
): Promise<void> {
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
