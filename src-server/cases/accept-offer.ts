import { requestMessages } from '#shared/information-request.ts'
import type { AcceptOfferInput } from '#shared/information-request-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { endDebtOfOrder } from '../payouts/create-payout.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { InformationRequestTable } from '../platform/db/request-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { conflict } from '../platform/errors.ts'
import { systemReason } from '../submissions/change-status.ts'
import { changeByAnswer, lockOpenRequest } from './answer-request.ts'

/** The order gets the price of the offer and is at the front of the queue; nothing is paid. Returns its id. */
export async function acceptOffer(ctx: CallContext, customer: Actor, { id, payoutAmount }: AcceptOfferInput) {
  return inTransaction(ctx, async (tx, app) => {
    const { request, order } = await lockOpenRequest(app, tx, customer.id, id, 'offer')
    if (request.payout_cents === null || dollarsFromCents(request.payout_cents) !== payoutAmount)
      throw conflict(requestMessages.otherAmount)
    await changeByAnswer(app, tx, order, {
      state: 'accepted',
      status: 'processing',
      ...systemReason('offer-accepted'),
      resumed: { columns: { ...offeredPrice(app, order, request), request_state: 'accepted' } },
    })
    await audit(app, tx, customer, 'offer.accepted', order.id)
    return order.id
  })
}

/** The first price of the order is kept. */
function offeredPrice(
  { catalogue }: Pick<AppContext, 'catalogue'>,
  order: SubmissionTable,
  offer: InformationRequestTable,
): Partial<SubmissionTable> {
  const isOtherBrand = offer.card_brand !== null && offer.card_brand !== order.card_brand
  return {
    card_value_cents: offer.value_cents ?? order.card_value_cents,
    rate_bps: offer.rate_bps ?? order.rate_bps,
    payout_cents: offer.payout_cents ?? order.payout_cents,
    ...(isOtherBrand && {
      card_brand: offer.card_brand ?? order.card_brand,
      card_type: catalogue.current.find(offer.card_brand ?? '')?.name ?? order.card_type,
      catalogue_version: offer.catalogue_version,
    }),
    quoted_value_cents: order.quoted_value_cents ?? order.card_value_cents,
    quoted_rate_bps: order.quoted_rate_bps ?? order.rate_bps,
    quoted_payout_cents: order.quoted_payout_cents ?? order.payout_cents,
  }
}

/** Rejects the order and erases all of its card but the fingerprint. What is owed for it ends. Returns its id. */
export async function declineOffer(ctx: CallContext, customer: Actor, { id }: { id: string }) {
  return inTransaction(ctx, async (tx, app) => {
    const { order } = await lockOpenRequest(app, tx, customer.id, id, 'offer')
    await changeByAnswer(app, tx, order, {
      state: 'declined',
      status: 'rejected',
      ...systemReason('offer-declined'),
      erasesAll: true,
      mail: { kind: 'offer-closed', outcome: 'declined' },
    })
    await endDebtOfOrder(app, tx, customer, order.id)
    await audit(app, tx, customer, 'offer.declined', order.id)
    return order.id
  })
}
