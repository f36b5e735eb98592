import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Brand, rateAt } from '#shared/brand.ts'
import { centsFromDollars, dollarsFromCents, fractionFromBps, payoutCents } from '#shared/money.ts'
import { QUOTE_VALID_MS, quoteProblem } from '#shared/quote.ts'
import type { Quote, QuoteInput } from '#shared/quote-schema.ts'
import type { AppContext } from '../context.ts'
import type { Keyring } from '../encryption/keys.ts'
import { AppError } from '../errors.ts'

/** A card that can be priced: a brand we buy, a value within its limits in cents, and today's rate in basis points. */
export type PriceableCard = { brand: Brand; valueCents: number; rateBps: number }

/**
 * Returns the card with its value in cents. @throws AppError 'bad_request' with the specified message if not priceable.
 */
export function priceableCard(
  { catalogue }: Pick<AppContext, 'catalogue'>,
  { cardBrand, cardValue }: QuoteInput,
): PriceableCard {
  const brand = catalogue.current.find(cardBrand)
  const valueCents = centsFromDollars(cardValue)
  const problem = quoteProblem(brand, valueCents)
  const rateBps = brand && valueCents !== null ? rateAt(brand, valueCents) : undefined
  if (problem || !brand || valueCents === null || rateBps === undefined)
    throw new AppError('bad_request', problem?.message ?? '', {
      title: problem?.title ?? '',
      field: brand ? 'cardValue' : 'cardBrand',
    })
  return { brand, valueCents, rateBps }
}

/** Quotes expire on whole minutes, so that all requests of a minute share one signed quote. */
const EXPIRY_STEP_MS = 60 * 1000
const MAX_KEPT = 10_000
const kept = new WeakMap<Keyring, { expiresAt: number; quotes: Map<string, Quote> }>()

/** Returns a signed quote at today's rate. A submission with its `quoteId` gets this rate for 30 minutes. */
export function makeQuote({ keyring, clock }: Pick<AppContext, 'keyring' | 'clock'>, card: PriceableCard): Quote {
  const expiresAt = Math.ceil((clock.now().getTime() + QUOTE_VALID_MS) / EXPIRY_STEP_MS) * EXPIRY_STEP_MS
  let current = kept.get(keyring)
  if (current?.expiresAt !== expiresAt || current.quotes.size >= MAX_KEPT) {
    current = { expiresAt, quotes: new Map() }
    kept.set(keyring, current)
  }
  const { brand, valueCents, rateBps } = card
  const name = `${brand.slug} ${rateBps} ${valueCents}`
  const quote = current.quotes.get(name) ?? newQuote(keyring, card, expiresAt)
  current.quotes.set(name, quote)
  return quote
}

function newQuote(keyring: Keyring, { brand, valueCents, rateBps }: PriceableCard, expiresAt: number): Quote {
  return {
    cardValue: dollarsFromCents(valueCents),
    exchangeRate: fractionFromBps(rateBps),
    payoutAmount: dollarsFromCents(payoutCents(valueCents, rateBps)),
    quoteId: signQuote(keyring, { slug: brand.slug, valueCents, rateBps, expiresAt }),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

/**
 * Returns the rate in basis points: the quoted one if the quote is authentic, unexpired and for this card, else
 * today's.
 */
export function honouredRateBps(
  ctx: Pick<AppContext, 'keyring' | 'clock'>,
  card: PriceableCard,
  quoteId: string | undefined,
): number {
  const quoted = quoteId === undefined ? undefined : openQuote(ctx.keyring, quoteId)
  const isValid =
    quoted !== undefined &&
    quoted.slug === card.brand.slug &&
    quoted.valueCents === card.valueCents &&
    quoted.expiresAt > ctx.clock.now().getTime()
  return isValid ? quoted.rateBps : card.rateBps
}

type QuotedTerms = { slug: string; valueCents: number; rateBps: number; expiresAt: number }

/** Format 'kid.slug.cents.bps.expiry.mac': readable on purpose, because only its integrity matters. */
function signQuote(keyring: Keyring, { slug, valueCents, rateBps, expiresAt }: QuotedTerms): string {
  const terms = `${keyring.activeId}.${slug}.${valueCents}.${rateBps}.${expiresAt}`
  return `${terms}.${macOf(keyring, keyring.activeId, terms).toString('base64url')}`
}

function openQuote(keyring: Keyring, quoteId: string): QuotedTerms | undefined {
  const [keyId = '', slug = '', cents, bps, expiry, mac = ''] = quoteId.split('.')
  if (!keyring.ids.includes(keyId)) return undefined
  const terms = quoteId.slice(0, quoteId.lastIndexOf('.'))
  const given = Buffer.from(mac, 'base64url')
  const wanted = macOf(keyring, keyId, terms)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  return { slug, valueCents: Number(cents), rateBps: Number(bps), expiresAt: Number(expiry) }
}

function macOf(keyring: Keyring, keyId: string, terms: string): Buffer {
  return createHmac('sha256', keyring.key(keyId, 'quote')).update(terms).digest()
}
