import { createHmac, timingSafeEqual } from 'node:crypto'
import { findBrand } from '#shared/brand.ts'
import type { Brand } from '#shared/brands.ts'
import { centsFromDollars, dollarsFromCents, fractionFromBps, payoutCents } from '#shared/money.ts'
import { QUOTE_VALID_MS, quoteProblem } from '#shared/quote.ts'
import type { Quote, QuoteInput } from '#shared/quote-schema.ts'
import type { AppContext } from '../context.ts'
import type { Keyring } from '../encryption/keys.ts'
import { AppError } from '../errors.ts'

/** A card that can be priced: a brand we buy and a value within its limits, in cents. */
export type PriceableCard = { brand: Brand; valueCents: number }

/** @throws AppError 'bad_request' in the specification's words when the card cannot be priced. */
export function priceableCard({ cardBrand, cardValue }: QuoteInput): PriceableCard {
  const brand = findBrand(cardBrand)
  const valueCents = centsFromDollars(cardValue)
  const problem = quoteProblem(brand, valueCents)
  if (problem || !brand || valueCents === null)
    throw new AppError('bad_request', problem?.message ?? '', {
      title: problem?.title ?? '',
      field: brand ? 'cardValue' : 'cardBrand',
    })
  return { brand, valueCents }
}

/** Ends of quotes fall on whole minutes, so that everybody who asks within one gets the same quote, signed once. */
const EXPIRY_STEP_MS = 60 * 1000
const MOST_KEPT = 10_000
const kept = new WeakMap<Keyring, { expiresAt: number; quotes: Map<string, Quote> }>()

/** Today's price of a card, signed: a submit that carries `quoteId` within 30 minutes gets this rate. */
export function makeQuote({ keyring, clock }: Pick<AppContext, 'keyring' | 'clock'>, card: PriceableCard): Quote {
  const expiresAt = Math.ceil((clock.now().getTime() + QUOTE_VALID_MS) / EXPIRY_STEP_MS) * EXPIRY_STEP_MS
  let current = kept.get(keyring)
  if (current?.expiresAt !== expiresAt || current.quotes.size >= MOST_KEPT) {
    current = { expiresAt, quotes: new Map() }
    kept.set(keyring, current)
  }
  const { brand, valueCents } = card
  const name = `${brand.slug} ${brand.rateBps} ${valueCents}`
  const quote = current.quotes.get(name) ?? newQuote(keyring, card, expiresAt)
  current.quotes.set(name, quote)
  return quote
}

function newQuote(keyring: Keyring, { brand, valueCents }: PriceableCard, expiresAt: number): Quote {
  return {
    cardValue: dollarsFromCents(valueCents),
    exchangeRate: fractionFromBps(brand.rateBps),
    payoutAmount: dollarsFromCents(payoutCents(valueCents, brand.rateBps)),
    quoteId: signQuote(keyring, { slug: brand.slug, valueCents, rateBps: brand.rateBps, expiresAt }),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

/** The rate this card is bought at: the quoted one while its quote is ours, for this card and valid; else today's. */
export function honouredRateBps(
  ctx: Pick<AppContext, 'keyring' | 'clock'>,
  card: PriceableCard,
  quoteId: string | undefined,
): number {
  const quoted = quoteId === undefined ? undefined : openQuote(ctx.keyring, quoteId)
  const holds =
    quoted !== undefined &&
    quoted.slug === card.brand.slug &&
    quoted.valueCents === card.valueCents &&
    quoted.expiresAt > ctx.clock.now().getTime()
  return holds ? quoted.rateBps : card.brand.rateBps
}

type QuotedTerms = { slug: string; valueCents: number; rateBps: number; expiresAt: number }

/** 'kid.slug.cents.bps.expiry.mac': readable on purpose, only its price is protected. */
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
