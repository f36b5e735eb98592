import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Brand, nearestRate, rateAt } from '#shared/brand.ts'
import type { Catalogue } from '#shared/catalogue.ts'
import { centsFromDollars, dollarsFromCents, fractionFromBps, payoutCents } from '#shared/money.ts'
import { notBuying, QUOTE_GRACE_MS, QUOTE_VALID_MS, quoteProblem } from '#shared/quote.ts'
import type { Quote, QuoteInput } from '#shared/quote-schema.ts'
import { submissionMessages } from '#shared/submission.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { AppError, conflict } from '../platform/errors.ts'

/** Value in cents, rate in basis points. */
export type Price = {
  brand: Brand
  valueCents: number
  rateBps: number
  /** Null for a quote of a release without versions. */
  catalogueVersion: number | null
}

/** `now` is in epoch milliseconds. @throws AppError 'bad_request'; 'conflict' while the brand is paused */
export function priceAt(now: number, catalogue: Catalogue, { cardBrand, cardValue }: QuoteInput) {
  const found = catalogue.find(cardBrand)
  const brand = found?.state === 'hidden' ? undefined : found
  const valueCents = centsFromDollars(cardValue)
  const pause = brand && notBuying(brand, now)
  if (pause !== undefined) throw conflict(pause, { field: 'cardBrand' })
  const problem = quoteProblem(brand, valueCents)
  const rateBps = brand && valueCents !== null ? rateAt(brand, valueCents) : undefined
  if (problem || !brand || valueCents === null || rateBps === undefined)
    throw new AppError('bad_request', problem?.message ?? '', {
      title: problem?.title ?? '',
      field: brand ? 'cardValue' : 'cardBrand',
    })
  return { brand, valueCents, rateBps, catalogueVersion: catalogue.version }
}

/** Of a rejected order, for the same card until `until` (epoch milliseconds). */
export type KeptRate = { orderId: string; rateBps: number; catalogueVersion: number | null; until: number }

/** Quotes expire on whole minutes, so that all requests of a minute share one signed quote. */
const EXPIRY_STEP_MS = 60 * 1000
const MAX_KEPT = 10_000
/** Quotes of one end and version, by brand and value in cents. They are frozen, because calls share them. */
type KeptQuotes = { expiresAt: number; catalogue: Catalogue; count: number; byBrand: Map<Brand, Map<number, Quote>> }
const kept = new WeakMap<Keyring, KeptQuotes>()

/** Today's rate, which a submission with its `quoteId` gets for 30 minutes. */
export function makeQuote(app: AppContext, input: QuoteInput): Quote {
  const { keyring } = app
  const catalogue = app.catalogue.current
  const now = app.clock.now().getTime()
  const price = priceAt(now, catalogue, input)
  const expiresAt = expiryAt(now)
  let quotes = kept.get(keyring)
  if (quotes?.expiresAt !== expiresAt || quotes.catalogue !== catalogue || quotes.count >= MAX_KEPT) {
    quotes = { expiresAt, catalogue, count: 0, byBrand: new Map() }
    kept.set(keyring, quotes)
  }
  const ofBrand = quotes.byBrand.get(price.brand)
  const known = ofBrand?.get(price.valueCents)
  if (known) return known
  const quote = newQuote(keyring, price, expiresAt)
  if (ofBrand) ofBrand.set(price.valueCents, quote)
  else quotes.byBrand.set(price.brand, new Map([[price.valueCents, quote]]))
  quotes.count++
  return quote
}

/** Also while the brand of the order is paused. */
export function quoteAtKeptRate(
  { keyring, clock, catalogue }: AppContext,
  { brand, valueCents }: Pick<Price, 'brand' | 'valueCents'>,
  { orderId, rateBps, catalogueVersion }: KeptRate,
): Quote {
  const version = catalogueVersion ?? catalogue.current.version
  const price = { brand, valueCents, rateBps, catalogueVersion: version }
  return newQuote(keyring, price, expiryAt(clock.now().getTime()), orderId)
}

function expiryAt(now: number) {
  return Math.ceil((now + QUOTE_VALID_MS) / EXPIRY_STEP_MS) * EXPIRY_STEP_MS
}

function newQuote(
  keyring: Keyring,
  { brand, valueCents, rateBps, catalogueVersion: version }: Price & { catalogueVersion: number },
  expiresAt: number,
  formerId?: string,
): Quote {
  return Object.freeze({
    cardValue: dollarsFromCents(valueCents),
    exchangeRate: fractionFromBps(rateBps),
    payoutAmount: dollarsFromCents(payoutCents(valueCents, rateBps)),
    quoteId: signQuote(keyring, { slug: brand.slug, valueCents, rateBps, expiresAt, version, formerId }),
    expiresAt: new Date(expiresAt).toISOString(),
    catalogueVersion: version,
  })
}

/**
 * That of the quote until a minute after it expires, whatever changed since; otherwise the current one. A quote that is
 * not authentic or of another card is ignored; one at `kept` applies as long as that rate is kept.
 * @throws AppError 'conflict' with the new quote
 */
export async function submittedPrice(
  app: AppContext,
  input: QuoteInput & { quoteId?: string | undefined },
  kept?: KeptRate,
): Promise<Price> {
  const { keyring, catalogue } = app
  const now = app.clock.now().getTime()
  const quoted = input.quoteId === undefined ? undefined : openQuote(keyring, input.quoteId)
  const isOfCard = quoted?.slug === input.cardBrand && quoted.valueCents === centsFromDollars(input.cardValue)
  const isAtKeptRate = quoted?.formerId !== undefined
  if (!quoted || !isOfCard || (isAtKeptRate && quoted.formerId !== kept?.orderId))
    return priceAt(now, catalogue.current, input)
  const { slug, valueCents, rateBps, version } = quoted
  const end = Math.max(quoted.expiresAt + QUOTE_GRACE_MS, isAtKeptRate && kept ? kept.until : 0)
  if (end <= now) {
    const price = priceAt(now, catalogue.current, input)
    if (price.rateBps !== rateBps) throw priceChanged(app, input)
    return price
  }
  const brand = catalogue.current.find(slug)
  if (brand && isAtKeptRate && kept?.rateBps === rateBps)
    return { brand, valueCents, rateBps, catalogueVersion: kept.catalogueVersion }
  const isKnown = version === undefined || (await catalogue.rateIn(version, { slug, valueCents })) === rateBps
  if (!brand || !isKnown || isAtKeptRate) throw priceChanged(app, input)
  return { brand, valueCents, rateBps, catalogueVersion: version ?? null }
}

/** The conflict for a price that no longer applies, with a quote of the one that does. */
export function priceChanged(app: AppContext, input: QuoteInput) {
  return conflict(submissionMessages.priceChanged, { quote: makeQuote(app, input) })
}

/** `version` is that of the catalogue; undefined in quotes of releases without one. */
type QuotedTerms = {
  slug: string
  valueCents: number
  rateBps: number
  expiresAt: number
  version: number | undefined
  /** The order whose card is sent again, and whose rate it is. */
  formerId?: string | undefined
}

/** 'kid.slug.cents.bps.expiry.version[.order].mac': readable, because only its integrity matters. */
function signQuote(keyring: Keyring, quoted: QuotedTerms & { version: number }) {
  const { slug, valueCents, rateBps, expiresAt, version, formerId } = quoted
  const order = formerId === undefined ? '' : `.${formerId}`
  const terms = `${keyring.activeId}.${slug}.${valueCents}.${rateBps}.${expiresAt}.${version}${order}`
  return `${terms}.${macOf(keyring, keyring.activeId, terms).toString('base64url')}`
}

function openQuote(keyring: Keyring, quoteId: string): QuotedTerms | undefined {
  const parts = quoteId.split('.')
  const [keyId = '', slug = '', cents, bps, expiry] = parts
  if (parts.length < 6 || parts.length > 8 || !keyring.ids.includes(keyId)) return undefined
  const terms = parts.slice(0, -1).join('.')
  const given = Buffer.from(parts.at(-1) ?? '', 'base64url')
  const wanted = macOf(keyring, keyId, terms)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const version = parts.length > 6 ? Number(parts[5]) : undefined
  const formerId = parts.length > 7 ? parts[6] : undefined
  return { slug, valueCents: Number(cents), rateBps: Number(bps), expiresAt: Number(expiry), version, formerId }
}

function macOf(keyring: Keyring, keyId: string, terms: string) {
  return createHmac('sha256', keyring.key(keyId, 'quote')).update(terms).digest()
}

type Priced = Pick<SubmissionTable, 'card_brand' | 'rate_bps' | 'catalogue_version'>

export async function rateForValue(
  { catalogue }: AppContext,
  db: Db,
  { card_brand, rate_bps, catalogue_version: version }: Priced,
  valueCents: number,
) {
  const bands = version === null ? [] : await catalogue.bandsIn(db, version, card_brand)
  return Math.min(rate_bps, nearestRate({ bands }, valueCents) ?? rate_bps)
}
