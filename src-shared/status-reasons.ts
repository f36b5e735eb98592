import type { ReviewStatus } from './submission.ts'

/** Codes are stored and public, so they never change. Each text says what was wrong and what to do next. */
export const reasonTexts = {
  pending: {
    waiting: 'We have your card and are checking it. Thank you for your patience, this can take up to an hour.',
    busy: "We are busier than usual. Checking your card can take up to 3 hours. You don't need to do anything.",
    'with-brand': "Your card is awaiting verification with the brand. We'll update you as soon as we hear back.",
  },
  processing: {
    'being-checked': "Your card is being checked right now. Please don't use it in the meantime.",
    approved: 'The balance of your card is confirmed. We are preparing your payout.',
    paying: 'Your payout is on its way. Most methods take 5 minutes to 1 hour, a bank transfer up to 2 business days.',
  },
  rejected: {
    'back-only': 'Your photo shows only the back of the card. We need a photo of the front as well.',
    'front-only': 'Your photo shows only the front of the card. We need a photo of the back as well.',
    'both-sides': 'We need pictures of the front and the back of the card. Send us both.',
    'code-covered': 'The code is still covered. Scratch off the protective layer and take a new photo.',
    'code-damaged':
      'The code was damaged when it was scratched off. Ask the store for a replacement, then sell us the new card.',
    blurry: 'The photo is too blurry or dark to read. Take a new one in good light.',
    'cut-off': 'Part of the card is cut off in the photo. Take a new one that shows all four corners.',
    'zero-balance':
      'This card is used and has a zero balance. Check the balance with the brand and sell us a card that has money on it.',
    'lower-balance':
      'The balance is lower than the value you entered. Sell the card again as Partially Used with the balance left on it.',
    'not-a-card': 'The file you sent is not a gift card. We need clear photos of the card itself.',
    'number-mismatch':
      'The card number does not match the photo. Compare the two and sell the card again with the right number.',
    'code-mismatch': 'The security code or PIN does not match the card. Check the back of the card and sell it again.',
    'code-missing': "The security code or PIN is missing. It's on the back of the card. Sell the card again with it.",
    'not-activated': 'The card has not been activated. Take it and the receipt to the store to activate it.',
    linked:
      "The card is linked to an account already. Remove it from that account or spend it there, as we can't buy it.",
    'receipt-needed': 'We need the store receipt for this card. Take a photo of it that shows the date and amount.',
    'receipt-mismatch':
      'The receipt does not belong to this card. We need the receipt that shows the same card number.',
    'cvs-only':
      'We buy CVS cards only when they are physical and bought in-store. Sell us a physical CVS card with its receipt.',
    'ebay-partial':
      'An eBay card cannot be partially used. Sell us one with its full balance, or spend the rest of this one on eBay.',
    'visa-expiry': 'A Visa card needs its expiry date. Sell it again with the date printed on the front of the card.',
    expired:
      'This card has expired. Ask the issuer on the number printed on the back for a replacement, then sell us that one.',
    foreign:
      'This card is from another country. We buy cards issued in the United States in US dollars, please sell us one of those.',
    'wrong-brand':
      'The brand chosen is not the brand of the card. Start again and choose the brand printed on the card.',
    'sent-before':
      'This card was submitted before. Look for the earlier order in your transactions, or contact support about it.',
    screenshot: 'A screenshot is not accepted for this brand. We need a photo of the physical card.',
    'lost-or-stolen':
      'The card was reported lost or stolen. Contact the issuer on the number printed on the card, then contact support.',
  },
  failed: {
    'details-wrong':
      'The payout could not be sent because the payment details are wrong. Contact support with the correct ones.',
    returned: 'Your payment provider returned the payout. Ask them why, or contact support to choose another method.',
    'name-mismatch':
      'The name on the payment account differs from yours. Contact support with an account in your own name.',
    'bank-refused':
      'Your bank did not accept the account or routing number. Check both and contact support with the right ones.',
    'account-limit':
      'Your payment account has reached its limit. Raise the limit or contact support to choose another method.',
    'brand-unreachable':
      'The brand could not be reached to check the balance. Your card is untouched, please sell it again tomorrow.',
    'our-fault':
      "Something went wrong on our side and the order could not be finished. Contact support and we'll fix it.",
  },
  completed: {
    sent: 'Your payment has been processed and sent. Thank you for selling with us.',
    'sent-soon': 'Your payment has been sent. Depending on the method it arrives within 5 minutes to 1 hour.',
    'sent-bank': 'Your bank transfer has been sent. It can take up to 2 business days to arrive.',
  },
} as const satisfies Readonly<Record<ReviewStatus, Readonly<Record<string, string>>>>

export type ListedReasonCode = { [Status in ReviewStatus]: keyof (typeof reasonTexts)[Status] }[ReviewStatus]

/** The texts of `reasonTexts` in their order: what staff choose from and the customer reads. */
export const statusReasons: Readonly<Record<ReviewStatus, readonly string[]>> = {
  pending: Object.values(reasonTexts.pending),
  processing: Object.values(reasonTexts.processing),
  rejected: Object.values(reasonTexts.rejected),
  failed: Object.values(reasonTexts.failed),
  completed: Object.values(reasonTexts.completed),
}
