import type { ReviewStatus } from './submission.ts'

/** What the customer can do: sell the same card again, sell another one, write to support, or nothing. */
export type NextAction = 'sell-again' | 'sell-another' | 'write' | 'none'
type NextStep = { words: string; action: NextAction }

type Rule = NextStep & {
  /** Matches the reason; without it the rule applies to every reason. */
  reason?: RegExp
}

/** The next steps of each status; the first rule that matches the reason applies. */
const rules: Readonly<Record<ReviewStatus, readonly Rule[]>> = {
  pending: [
    {
      words:
        'Nothing to do. We check the card, usually within 5 to 15 minutes, and tell you here. Please do not spend it.',
      action: 'none',
    },
  ],
  processing: [
    {
      words:
        'Nothing to do. Your payout follows 15 to 60 minutes after verification; a bank transfer takes up to 2 business days.',
      action: 'none',
    },
  ],
  completed: [
    {
      words: 'Your money is on its way. Most methods take 5 minutes to 1 hour, a bank transfer up to 2 business days.',
      action: 'sell-another',
    },
  ],
  rejected: [
    {
      reason: /front as well|back as well|front and (the )?back/i,
      words: 'Sell it again with two photos: one of the front and one of the back.',
      action: 'sell-again',
    },
    {
      reason: /scratch off/i,
      words: 'Scratch off the protective layer, take a new photo and sell the card again.',
      action: 'sell-again',
    },
    {
      reason: /too blurry|cut off|screenshot/i,
      words: 'Take a new photo of the physical card, sharp and with all four corners, and sell it again.',
      action: 'sell-again',
    },
    {
      reason: /activated/i,
      words: 'Have the card activated at the store, with its receipt, then sell it again.',
      action: 'sell-again',
    },
    {
      reason: /receipt/i,
      words: 'Sell it again and add a photo of its store receipt.',
      action: 'sell-again',
    },
    {
      reason: /card number does not match|security code|expiry date/i,
      words: 'Have the card at hand, sell it again and copy its number, code and expiry date as printed.',
      action: 'sell-again',
    },
    {
      reason: /balance is lower/i,
      words: 'Sell it again as Partially Used, with the balance that is left as its value.',
      action: 'sell-again',
    },
    {
      reason: /not a gift card/i,
      words: 'Sell the card again with clear photos of the card itself.',
      action: 'sell-again',
    },
    {
      reason: /submitted before|lost or stolen/i,
      words: 'Write to us about this order before you do anything else with the card.',
      action: 'write',
    },
    {
      reason: /brand chosen is not/i,
      words: 'Start again with the brand that is printed on the card.',
      action: 'sell-another',
    },
    {
      reason: /zero balance|damaged|linked to an account|cannot be partially used|expired|another country/i,
      words: 'We cannot buy this card as it is. You can sell us another one at any time.',
      action: 'sell-another',
    },
    {
      words: 'Put right what the reason says and sell the card again. Write to us if you are not sure what is meant.',
      action: 'sell-again',
    },
  ],
  failed: [
    {
      reason: /(submit|sell) it again/i,
      words: 'Your card is untouched. Sell it again tomorrow.',
      action: 'sell-again',
    },
    {
      words: 'Write to us with this reference, and we send the money another way or put it right.',
      action: 'write',
    },
  ],
}

/** The customer's next step after this status and reason. */
export function nextStep(status: ReviewStatus, reason: string | null): NextStep {
  const found = rules[status].find((rule) => rule.reason === undefined || rule.reason.test(reason ?? ''))
  // Every list ends with a rule without `reason`.
  const { words, action } = found as Rule
  return { words, action }
}
