import { isNetworkBranded } from './network-brands.ts'
import type { ReasonCode } from './reason-code.ts'
import type { ReviewStatus } from './submission.ts'
import type { ResumedPrice } from './transaction-schema.ts'
import { MAX_FILES_PER_SUBMISSION, type PhotoSlot } from './upload.ts'

type Repair = { text: string; photos: readonly PhotoSlot[] }
type Step = { text: string; action: 'sell-again' | 'sell-another' | 'write' | 'none' }
type NextStep = Step | (Repair & { action: 'add-photos' })
export type NextAction = NextStep['action']

type Rule = Step & { repair?: Repair }

const keepsPlace = 'Your order keeps its place in the queue.'
const keepsPlaceAndPayout = 'Your order keeps its place in the queue, and its payout if you do so within 48 hours.'

const steps: Readonly<Record<ReviewStatus, Step>> = {
  pending: {
    text: "Nothing to do for now. We usually check a card within 5 to 15 minutes and email you. Please don't use the card.",
    action: 'none',
  },
  processing: {
    text: "Nothing to do for now. We pay 15 to 60 minutes after the check; a bank transfer takes up to 2 business days. Please don't use the card.",
    action: 'none',
  },
  completed: {
    text: "We've sent the money. Most methods take 5 minutes to 1 hour, a bank transfer up to 2 business days. Nothing there by then? Contact us.",
    action: 'sell-another',
  },
  rejected: { text: 'Fix the problem above and sell the card again. Not sure? Contact us.', action: 'sell-again' },
  failed: { text: "Contact us with this order number and we'll fix it or pay you another way.", action: 'write' },
}

const twoPhotos = 'Sell the card again with two photos: one of the front and one of the back.'
const sharp: Rule = {
  text: 'Take a new, sharp photo of the physical card with all four corners and sell it again.',
  action: 'sell-again',
  repair: {
    text: 'Add new, sharp photos of the physical card with all four corners below.',
    photos: ['front', 'back'],
  },
}
const receipt: Rule = {
  text: 'Sell the card again and add a photo of the store receipt.',
  action: 'sell-again',
  repair: { text: 'Add a photo of the store receipt below.', photos: ['receipt'] },
}
const asPrinted: Rule = {
  text: 'Sell it again and copy the number, code and expiry date exactly as printed.',
  action: 'sell-again',
}
const notBought: Rule = {
  text: "We can't buy this card as it is. You can sell us another one any time.",
  action: 'sell-another',
}
const contactFirst: Rule = {
  text: 'Contact us about this order before you do anything else with the card.',
  action: 'write',
}
const sellFreely: Rule = {
  text: 'We erased the card number, the code and the photos, and paid nothing. You can sell the card again any time.',
  action: 'sell-again',
}

const ruleOfReason: Readonly<Partial<Record<ReasonCode, Rule>>> = {
  withdrawn: { ...sellFreely, text: `You took this order back. ${sellFreely.text}` },
  cancelled: sellFreely,
  'offer-declined': sellFreely,
  'offer-expired': sellFreely,
  'not-answered': sellFreely,
  none: { text: "Contact us with this order number and we'll tell you why.", action: 'write' },
  'back-only': {
    text: twoPhotos,
    action: 'sell-again',
    repair: { text: 'Add a photo of the front below.', photos: ['front'] },
  },
  'front-only': {
    text: twoPhotos,
    action: 'sell-again',
    repair: { text: 'Add a photo of the back below.', photos: ['back'] },
  },
  'both-sides': {
    text: twoPhotos,
    action: 'sell-again',
    repair: { text: 'Add photos of the front and the back below.', photos: ['front', 'back'] },
  },
  'code-covered': {
    text: 'Scratch off the protective layer, take a new photo and sell the card again.',
    action: 'sell-again',
    repair: { text: 'Scratch off the protective layer and add a photo of the code below.', photos: ['back'] },
  },
  blurry: sharp,
  'cut-off': sharp,
  screenshot: sharp,
  'not-activated': {
    text: 'Take the card and its receipt to the store to activate it, then sell it again.',
    action: 'sell-again',
    repair: {
      text: 'Take the card and its receipt to the store to activate it. Then add a photo of the receipt below.',
      photos: ['receipt'],
    },
  },
  // The card itself is the wrong one, so photos of another do not help.
  'cvs-only': { text: receipt.text, action: 'sell-again' },
  'receipt-needed': receipt,
  'receipt-mismatch': receipt,
  'number-mismatch': asPrinted,
  'code-mismatch': asPrinted,
  'code-missing': asPrinted,
  'visa-expiry': asPrinted,
  'lower-balance': {
    text: 'Sell it again as Partially Used and enter the balance left on it.',
    action: 'sell-again',
  },
  'not-a-card': {
    text: 'Sell the card again with clear photos of the card itself.',
    action: 'sell-again',
    repair: { text: 'Add clear photos of the card itself below.', photos: ['front', 'back'] },
  },
  'sent-before': contactFirst,
  'lost-or-stolen': contactFirst,
  'wrong-brand': { text: 'Sell the card again under the brand printed on it.', action: 'sell-another' },
  'zero-balance': notBought,
  'code-damaged': notBought,
  linked: notBought,
  'ebay-partial': notBought,
  expired: notBought,
  foreign: notBought,
  'brand-unreachable': { text: "We haven't used your card. Sell it again tomorrow.", action: 'sell-again' },
}

export const payoutBackStep: Step = {
  text: 'Choose another way to be paid above. Not sure? Contact us with this order number.',
  action: 'none',
}

/** The step of an order that was rejected or failed after it was paid. What is owed is a section of its own. */
export const paidBeforeStep: Step = {
  text: 'This order is closed. You can sell us another card any time.',
  action: 'sell-another',
}

/** Why an open order waits longer than usual: its payout is held, or its usual time has passed. */
export type Delay = 'held' | 'late-check' | 'late-payout'

const delayedTexts: Readonly<Record<Delay, string>> = {
  held: "Nothing to do for now. Your card is approved. We take a second look at the payout before it leaves, which takes longer than usual. We email you when it is sent. Please don't use the card.",
  'late-check':
    "We are late: checking your card takes longer than the usual 5 to 15 minutes. Your order keeps its place in the queue, and we email you as soon as it is checked. Please don't use the card.",
  'late-payout':
    "We are late: this takes longer than usual. We email you as soon as there is news. Please don't use the card.",
}

export function delayedStep(delay: Delay): NextStep {
  return { text: delayedTexts[delay], action: 'none' }
}

/** With `takesPhotos` the step can be to add photos. `resumedPrice`: unless it stays as quoted. */
export function nextStep(
  status: ReviewStatus,
  code: ReasonCode | null,
  takesPhotos: boolean,
  resumedPrice?: ResumedPrice,
): NextStep {
  const { text, action, repair } = ruleOf(status, code)
  if (!takesPhotos || !repair) return { text, action }
  if (resumedPrice && 'refusal' in resumedPrice) return { text: resumedPrice.refusal, action: 'sell-another' }
  const kept = resumedPrice ? keepsPlace : keepsPlaceAndPayout
  return { photos: repair.photos, text: `${repair.text} ${kept}`, action: 'add-photos' }
}

export function stepInMail({ text }: { text: string }) {
  return `Next step: ${text.replace(' below.', ' on the page of your order.')}`
}

export function isMendedByPhotos(code: ReasonCode | null) {
  return ruleOf('rejected', code).repair !== undefined
}

/** Whether an order has room for another photo, and still has the card's data or keeps it after a rejection. */
export function canTakePhotos(order: { cardBrand: string; fileCount: number; isErased: boolean }) {
  return !order.isErased && !isNetworkBranded(order.cardBrand) && order.fileCount < MAX_FILES_PER_SUBMISSION
}

function ruleOf(status: ReviewStatus, code: ReasonCode | null): Rule {
  return ((status === 'rejected' || status === 'failed') && code && ruleOfReason[code]) || steps[status]
}
