import { nearestRate } from '#shared/brand.ts'
import type { AcceptOfferInput, MakeOfferInput } from '#shared/case-schema.ts'
import { MAX_OFFERS, MIN_OFFER_CENTS, requestMessages } from '#shared/information-request.ts'
import { dollarsFromCents, payoutCents } from '#shared/money.ts'
import { notBuying } from '#shared/quote.ts'
import type { Decided } from '#shared/review-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { endDebtOfOrder } from '../payouts/create-payout.ts'
import type { InformationRequestTable } from '../platform/db/case-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict, invalid } from '../platform/errors.ts'
import { offeredValue } from '../reviews/record-check.ts'
import { rateForValue } from '../submissions/quotes.ts'
import { askSeller, endRequest, lockOpenRequest } from './case-steps.ts'

/** At the order's rate for the value of the check, or today's of the right brand. See `makeDecision` for the rest. */
export async function makeOffer(ctx: CallContext, staff: Actor, input: MakeOfferInput): Promise<Decided> {
  const { app } = ctx
  return askSeller(ctx, staff, input, async (tx, order) => {
    const made = await table('information_requests').list(tx, { submission_id: order.id, kind: 'offer' })
    if (made.length >= MAX_OFFERS) throw conflict(requestMessages.tooManyOffers)
    const check = await table('balance_checks').find(tx, { id: input.checkId })
    if (check?.submission_id !== order.id) throw refused(requestMessages.noCheck)
    const { brandName, ...offered } = await offerOf(app, tx, order, check, input.cardBrand || order.card_brand)
    const { value_cents: cardValueCents, rate_bps: rateBps, payout_cents: payoutCents } = offered
    const offer = { giftCardName: brandName, cardValueCents, rateBps, payoutCents }
    return {
      request: {
        kind: 'offer',
        check_id: check.id,
        ...offered,
        former_brand: order.card_brand,
        former_value_cents: order.card_value_cents,
        former_rate_bps: order.rate_bps,
        former_payout_cents: order.payout_cents,
      },
      mail: (sent) => ({ kind: 'offer-made', offer, ...sent }),
      detail: `${order.card_value_cents} to ${cardValueCents}, ${payoutCents}`,
    }
  })
}

const refused = (message: string, field = 'checkId') => invalid(field, message)

async function offerOf(app: AppContext, tx: Tx, order: SubmissionTable, check: BalanceCheckTable, slug: string) {
  const isOtherBrand = slug !== order.card_brand
  const value = offeredValue(order, check)
  if (value === undefined) throw refused(requestMessages.checkWithoutValue)
  if (value < MIN_OFFER_CENTS) throw refused(requestMessages.leastValue)
  const price = isOtherBrand
    ? priceOfBrand(app, slug, value)
    : {
        brandName: order.card_type,
        rate_bps: await rateForValue(app, tx, order, value),
        catalogue_version: order.catalogue_version,
      }
  if (!isOtherBrand && value === order.card_value_cents) throw refused(requestMessages.sameTerms)
  return { ...price, card_brand: slug, value_cents: value, payout_cents: payoutCents(value, price.rate_bps) }
}

/** A value below or above what the brand buys gets the rate of the nearest one that it buys. */
function priceOfBrand({ catalogue, clock }: AppContext, slug: string, value: number) {
  const { current } = catalogue
  const brand = current.find(slug)
  if (!brand || brand.state === 'hidden') throw refused(requestMessages.unknownBrand, 'cardBrand')
  const pause = notBuying(brand, clock.now().getTime())
  if (pause !== undefined) throw conflict(pause, { field: 'cardBrand' })
  const rate = nearestRate(brand, value)
  if (rate === undefined) throw refused(requestMessages.unknownBrand, 'cardBrand')
  return { brandName: brand.name, rate_bps: rate, catalogue_version: current.version }
}

/** The order gets the price of the offer and is at the front of the queue; nothing is paid. Returns its id. */
export async function acceptOffer(ctx: CallContext, customer: Actor, { id, payoutAmount }: AcceptOfferInput) {
  return inTransaction(ctx, async (tx, app) => {
    const asked = await lockOpenRequest(app, tx, customer, id, 'offer')
    const { payout_cents } = asked.request
    if (payout_cents === null || dollarsFromCents(payout_cents) !== payoutAmount)
      throw conflict(requestMessages.otherAmount)
    const columns = { ...offeredPrice(app, asked.order, asked.request), request_state: 'accepted' } as const
    return endRequest(app, tx, asked, { state: 'accepted', by: customer, columns })
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
    const asked = await lockOpenRequest(app, tx, customer, id, 'offer')
    await endDebtOfOrder(app, tx, customer, await endRequest(app, tx, asked, { state: 'declined', by: customer }))
    return asked.order.id
  })
}
