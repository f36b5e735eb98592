import { nearestRate } from '#shared/brand.ts'
import { MAX_OFFERS, MIN_OFFER_CENTS, requestMessages, wantedPhotos } from '#shared/information-request.ts'
import type { MakeOfferInput, MakeRequestInput, WithdrawRequestInput } from '#shared/information-request-schema.ts'
import { payoutCents } from '#shared/money.ts'
import { notBuying } from '#shared/quote.ts'
import type { Decided } from '#shared/review-schema.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { MAX_FILES_PER_SUBMISSION } from '#shared/upload.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { listFilesOf } from '../files/file-queries.ts'
import type { Tx } from '../platform/db/database.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { makeDecision } from '../reviews/make-decision.ts'
import { offeredValue } from '../reviews/record-check.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { rateForValue } from '../submissions/quotes.ts'
import { closeRequest } from './answer-request.ts'
import { askSeller } from './open-request.ts'

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

/** The order leaves the queue until its seller answers. Version, lock and undo are as in `makeDecision`. */
export async function makeRequest(ctx: CallContext, staff: Actor, input: MakeRequestInput): Promise<Decided> {
  return askSeller(ctx, staff, input, async (tx, order) => {
    const wants = [...new Set(input.wants)]
    const photos = wants.filter((item) => wantedPhotos.includes(item)).length
    const present = await listFilesOf(tx, order.id)
    if (photos > 0 && present.length + photos > MAX_FILES_PER_SUBMISSION)
      throw new AppError('unprocessable', requestMessages.noRoom, { field: 'wants' })
    return {
      request: { kind: 'fix', wants: JSON.stringify(wants) },
      mail: (sent) => ({ kind: 'request-made', wants, ...sent }),
      detail: wants.join(' '),
    }
  })
}

/** The seller gets a mail, unless they got none about the request yet. */
export async function withdrawRequest(ctx: CallContext, staff: Actor, { submissionId }: WithdrawRequestInput) {
  return makeDecision(ctx, staff, { submissionId }, async (tx, { order, audit }, app) => {
    const { request, isUnknown } = await closeRequest(app, tx, order, 'withdrawn', staff.id)
    if (!request) throw conflict(requestMessages.notOpen)
    await changeStatus(app, tx, order, {
      status: 'processing',
      reason: statusReasons.processing[0] ?? null,
      changedBy: staff.id,
      ...(isUnknown
        ? { isUnmailed: true }
        : { mail: { kind: request.kind === 'fix' ? 'request-closed' : 'offer-closed', outcome: 'withdrawn' } }),
    })
    await audit('request.withdrawn', request.kind)
  })
}
