import { centsFromDollars, dollarsFromCents, formatCents } from '#shared/money.ts'
import { quoteProblem } from '#shared/quote.ts'
import type { QuoteAgainInput, QuoteAgainOutput } from '#shared/quote-schema.ts'
import type { CallContext } from '../context.ts'
import { assertStillAllowed } from '../platform/db/database.ts'
import { AppError, conflict } from '../platform/errors.ts'
import { makeQuote, quoteAtKeptRate } from './quotes.ts'
import { findFormerOrder } from './resubmission.ts'

/** At the rate of a rejected order for 48 hours after the decision. A submission sends it with `resubmitOf`. */
export async function quoteAgain(
  ctx: CallContext,
  customer: { id: string },
  { id, cardValue, ...input }: QuoteAgainInput,
): Promise<QuoteAgainOutput> {
  await assertStillAllowed(ctx)
  const { app } = ctx
  const { order, rate } = await findFormerOrder(app, app.db, customer.id, {
    resubmitOf: id,
    cardBrand: input.cardBrand,
    cardValue,
  })
  const { card_brand: cardBrand, card_value_cents: formerCents } = order
  const card = { cardBrand, cardValue: cardValue ?? dollarsFromCents(formerCents) }
  const valueCents = centsFromDollars(card.cardValue)
  const brand = app.catalogue.current.find(cardBrand)
  const isTooHigh = valueCents !== null && valueCents > formerCents
  if (!brand || isTooHigh || app.clock.now().getTime() >= rate.until)
    throw conflict(isTooHigh ? valueTooHigh(formerCents) : rateEnded, { quote: makeQuote(app, card) })
  const problem = valueCents === formerCents ? undefined : quoteProblem(brand, valueCents)
  if (problem || valueCents === null)
    throw new AppError('bad_request', problem?.message ?? '', { title: problem?.title ?? '', field: 'cardValue' })
  return { ...quoteAtKeptRate(app, { brand, valueCents }, rate), resubmitOf: id }
}

const rateEnded = 'We kept the rate of this order for 48 hours. This is the price of today.'
const valueTooHigh = (cents: number) =>
  `We keep the rate of this order for at most ${formatCents(cents)}. This is the price of today.`
