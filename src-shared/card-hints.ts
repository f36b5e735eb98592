import type { Brand } from './brand.ts'
import type { BrandCategory } from './brands.ts'
import type { CardCondition } from './card-condition.ts'
import { cardNote } from './card-note.ts'
import { isNetworkBranded } from './network-brands.ts'

/** Where to find the number, code and expiry date on a card of this brand, and notes on it. Nothing is validated. */
export type CardHints = {
  number: string
  /** Undefined for a card whose number is its only code. */
  code: string | undefined
  mayLackCode: boolean
  expiry: string
  needsExpiry: boolean
  /** The card has an expiry date, which helps the review. */
  hasExpiry: boolean
  notes: readonly string[]
}

type BrandHints = Partial<Pick<CardHints, 'number' | 'code' | 'expiry'>> & { note?: string; hasOneCode?: true }

const notRedeemed = "Don't redeem the card. We can't buy cards already added to an account."
const scratched = 'Scratch off the protective layer before you take the photo.'

const defaults = {
  number: 'On the back of the card, or in the email it came with.',
  code: 'The PIN, often under a scratch-off layer.',
  expiry: 'As printed on the card.',
}
const network: BrandHints = {
  number: '16 digits on the front of the card.',
  code: 'The 3 digits on the back, beside the signature.',
  expiry: 'Printed on the front, often after "valid thru".',
}
const onlyCode = (number: string): BrandHints => ({ number, hasOneCode: true, note: notRedeemed })
const gameCode = (length: number) => onlyCode(`${length} letters and digits, under the scratch-off layer on the back.`)
const scratchCard = (length: number, code: string): BrandHints => ({
  number: `${length} digits on the back of the card.`,
  code,
  note: scratched,
})

const byCategory: Partial<Record<BrandCategory, BrandHints>> = {
  'Prepaid Cards': network,
  'Payment & Financial': network,
  Gaming: { number: 'The code under the scratch-off layer on the back.', note: notRedeemed },
  Entertainment: { number: 'The code under the scratch-off layer on the back.', note: notRedeemed },
}

const bySlug: Readonly<Record<string, BrandHints>> = {
  amazon: onlyCode('The claim code: 14 or 15 letters and digits, under the scratch-off layer on the back.'),
  apple: onlyCode('16 letters and digits that begin with X, on the back under the label.'),
  'google-play': onlyCode('16 or 20 letters and digits, under the scratch-off layer on the back.'),
  steam: gameCode(15),
  xbox: gameCode(25),
  microsoft: gameCode(25),
  playstation: gameCode(12),
  nintendo: gameCode(16),
  walmart: scratchCard(16, '4 digits under the scratch-off layer.'),
  target: scratchCard(15, 'The access number: 8 digits under the scratch-off layer.'),
  'best-buy': scratchCard(16, '4 digits under the scratch-off layer.'),
  starbucks: scratchCard(16, '8 digits under the scratch-off layer.'),
  'american-express': {
    number: '15 digits on the front of the card.',
    code: 'The 4 digits on the front, above the number.',
  },
  cvs: { note: 'Add a photo of the store receipt that shows the date and amount.' },
}

export function hasOneCode(slug: string) {
  return bySlug[slug]?.hasOneCode === true
}

export function cardHints(
  { slug, category, rules }: Pick<Brand, 'slug' | 'category' | 'rules'>,
  condition: CardCondition,
): CardHints {
  const { note, hasOneCode, ...hints } = { ...byCategory[category], ...bySlug[slug] }
  const needsExpiry = rules.expiryNeeded
  const hasExpiry = needsExpiry || isNetworkBranded(slug)
  const wish = 'This card has an expiry date. We check the card faster if you enter it below.'
  const expiryNote = needsExpiry ? 'This card needs its expiry date. Enter it below.' : hasExpiry ? wish : undefined
  return {
    ...defaults,
    ...hints,
    code: hasOneCode ? undefined : (hints.code ?? defaults.code),
    mayLackCode: !hasOneCode && hints.code === undefined,
    needsExpiry,
    hasExpiry,
    notes: [cardNote(slug, condition), note, expiryNote].filter((each) => each !== undefined),
  }
}
