import { isNetworkBranded } from './network-brands.ts'
import type { ReviewStatus } from './submission.ts'
import type { ResumedPrice } from './transaction-schema.ts'
import { MAX_FILES_PER_SUBMISSION, type PhotoSlot } from './upload.ts'

/** The photos that an order lacks, and what to say about them. */
type Repair = { text: string; photos: readonly PhotoSlot[] }
type Step = { text: string; action: 'sell-again' | 'sell-another' | 'write' | 'none' }
type NextStep = Step | (Repair & { action: 'add-photos' })
/** What the customer can do: add photos, sell the same card again, sell another one, contact support, or nothing. */
export type NextAction = NextStep['action']

type Rule = Step & {
  /** Matches the reason; without it the rule applies to every reason. */
  reason?: RegExp
  /** The step in place of the others while the order can take new photos. */
  repair?: Repair
}

const keepsPlace = 'Your order keeps its place in the queue.'
const keepsPlaceAndPayout = 'Your order keeps its place in the queue, and its payout if you do so within 48 hours.'

/** The next steps of each status; the first rule that matches the reason applies. */
const rules: Readonly<Record<ReviewStatus, readonly Rule[]>> = {
  pending: [
    {
      text: "Nothing to do for now. We usually check a card within 5 to 15 minutes and email you. Please don't use the card.",
      action: 'none',
    },
  ],
  processing: [
    {
      text: "Nothing to do for now. We pay 15 to 60 minutes after the check; a bank transfer takes up to 2 business days. Please don't use the card.",
      action: 'none',
    },
  ],
  completed: [
    {
      text: "We've sent the money. Most methods take 5 minutes to 1 hour, a bank transfer up to 2 business days. Nothing there by then? Contact us.",
      action: 'sell-another',
    },
  ],
  rejected: [
    {
      reason: /front as well|only the back/i,
      text: 'Sell the card again with two photos: one of the front and one of the back.',
      action: 'sell-again',
      repair: { text: 'Add a photo of the front below.', photos: ['front'] },
    },
    {
      reason: /back as well|only the front/i,
      text: 'Sell the card again with two photos: one of the front and one of the back.',
      action: 'sell-again',
      repair: { text: 'Add a photo of the back below.', photos: ['back'] },
    },
    {
      reason: /front and (the )?back/i,
      text: 'Sell the card again with two photos: one of the front and one of the back.',
      action: 'sell-again',
      repair: { text: 'Add photos of the front and the back below.', photos: ['front', 'back'] },
    },
    {
      reason: /scratch off/i,
      text: 'Scratch off the protective layer, take a new photo and sell the card again.',
      action: 'sell-again',
      repair: {
        text: 'Scratch off the protective layer and add a photo of the code below.',
        photos: ['back'],
      },
    },
    {
      reason: /too blurry|cut off|screenshot/i,
      text: 'Take a new, sharp photo of the physical card with all four corners and sell it again.',
      action: 'sell-again',
      repair: {
        text: 'Add new, sharp photos of the physical card with all four corners below.',
        photos: ['front', 'back'],
      },
    },
    {
      reason: /activated/i,
      text: 'Take the card and its receipt to the store to activate it, then sell it again.',
      action: 'sell-again',
      repair: {
        text: 'Take the card and its receipt to the store to activate it. Then add a photo of the receipt below.',
        photos: ['receipt'],
      },
    },
    {
      // The card itself is the wrong one, so photos of another do not help.
      reason: /only when they are physical/i,
      text: 'Sell the card again and add a photo of the store receipt.',
      action: 'sell-again',
    },
    {
      reason: /receipt/i,
      text: 'Sell the card again and add a photo of the store receipt.',
      action: 'sell-again',
      repair: { text: 'Add a photo of the store receipt below.', photos: ['receipt'] },
    },
    {
      reason: /card number does not match|security code|expiry date/i,
      text: 'Sell it again and copy the number, code and expiry date exactly as printed.',
      action: 'sell-again',
    },
    {
      reason: /balance is lower/i,
      text: 'Sell it again as Partially Used and enter the balance left on it.',
      action: 'sell-again',
    },
    {
      reason: /not a gift card/i,
      text: 'Sell the card again with clear photos of the card itself.',
      action: 'sell-again',
      repair: { text: 'Add clear photos of the card itself below.', photos: ['front', 'back'] },
    },
    {
      reason: /submitted before|lost or stolen/i,
      text: 'Contact us about this order before you do anything else with the card.',
      action: 'write',
    },
    {
      reason: /brand chosen is not/i,
      text: 'Sell the card again under the brand printed on it.',
      action: 'sell-another',
    },
    {
      reason: /zero balance|damaged|linked to an account|cannot be partially used|expired|another country/i,
      text: "We can't buy this card as it is. You can sell us another one any time.",
      action: 'sell-another',
    },
    {
      text: 'Fix the problem above and sell the card again. Not sure? Contact us.',
      action: 'sell-again',
    },
  ],
  failed: [
    {
      reason: /(submit|sell) it again/i,
      text: "We haven't used your card. Sell it again tomorrow.",
      action: 'sell-again',
    },
    {
      text: "Contact us with this order number and we'll fix it or pay you another way.",
      action: 'write',
    },
  ],
}

/** The step after a payout failed or came back, while the customer can be paid another way. */
export const payoutBackStep: Step = {
  text: 'Choose another way to be paid above. Not sure? Contact us with this order number.',
  action: 'none',
}

/**
 * The customer's next step after this status and reason. With `takesPhotos`, one that new photos mend is to add them;
 * see `canTakePhotos`. `resumedPrice` is what the order would be resumed for, unless it keeps its payout.
 */
export function nextStep(
  status: ReviewStatus,
  reason: string | null,
  takesPhotos: boolean,
  resumedPrice?: ResumedPrice,
): NextStep {
  const { text, action, repair } = ruleOf(status, reason)
  if (!takesPhotos || !repair) return { text, action }
  if (resumedPrice && 'refusal' in resumedPrice) return { text: resumedPrice.refusal, action: 'sell-another' }
  const kept = resumedPrice ? keepsPlace : keepsPlaceAndPayout
  return { photos: repair.photos, text: `${repair.text} ${kept}`, action: 'add-photos' }
}

/** Whether new photos mend an order that was rejected for this reason. */
export function isMendedByPhotos(reason: string | null): boolean {
  return ruleOf('rejected', reason).repair !== undefined
}

/** Whether an order has room for another photo, and still has the card's data or keeps it after a rejection. */
export function canTakePhotos(order: { cardBrand: string; fileCount: number; isErased: boolean }): boolean {
  return !order.isErased && !isNetworkBranded(order.cardBrand) && order.fileCount < MAX_FILES_PER_SUBMISSION
}

function ruleOf(status: ReviewStatus, reason: string | null): Rule {
  // Every list ends with a rule without `reason`.
  return rules[status].find((rule) => rule.reason === undefined || rule.reason.test(reason ?? '')) as Rule
}
