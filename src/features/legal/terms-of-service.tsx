import { useRateRange } from '#client/lib/catalogue.ts'
import { useSite } from '#client/lib/site-settings.ts'
import { LegalPage } from './legal-page.tsx'

export function TermsOfService() {
  return (
    <LegalPage
      title="Terms of Service"
      lead="What you promise when you sell us a card, and what we promise back."
      sections={termsSections(useRateRange(), useSite().brandName)}
    />
  )
}

/** `rates` is like '87% to 93%'. */
const termsSections = (rates: string, brandName: string) => [
  {
    id: 'the-service',
    title: 'The service',
    blocks: [
      `${brandName} buys unused and partially used gift cards and pays you in US dollars. By creating an account or submitting a card you accept these terms.`,
      "Brand names and logos belong to their owners, who don't sponsor or endorse us.",
    ],
  },
  {
    id: 'your-account',
    title: 'Your account',
    blocks: [
      'You are at least 18 years old, use your own name and a real email address, and keep your password to yourself. What happens in your account is your responsibility until you tell us that someone else has access.',
    ],
  },
  {
    id: 'cards-we-buy',
    title: 'Cards we buy',
    blocks: [
      [
        'We accept no cards below $20. Most cards start at $25, some store cards need $50 or $100, and premium brands $200. The minimum of each brand is shown before you get a quote.',
        'A single card can be worth at most $5,000. Over the maximum listed for its brand, we may ask for the store receipt.',
        'Cards have to be issued in the United States, activated, not expired and not linked to an account.',
        'Visa cards need photos of both front and back. Some brands need the store receipt. CVS cards have to be physical and bought in-store. eBay cards cannot be partially used.',
      ],
    ],
  },
  {
    id: 'quotes-and-rates',
    title: 'Quotes and rates',
    blocks: [
      `We pay ${rates} of the value of a card, depending on its brand. The quote states the rate and the payout to the cent. We honor a quote for 30 minutes. After that, or when the price has changed, you see the new quote and decide again. We never submit an order at another price than the one you saw.`,
      'If the balance differs we make you an offer. You accept or keep the card.',
    ],
  },
  {
    id: 'your-promise',
    title: 'Your promise as the seller',
    blocks: [
      [
        'You are the rightful owner of the card and free to sell it.',
        'The card was not stolen, bought with a stolen payment method, or obtained by deceiving someone.',
        'What you tell us about the card is true, and the photos show this card.',
        'You do not use the card or sell it elsewhere once it is submitted.',
      ],
      'If a stranger asked you to buy gift cards or to sell them here, stop: this is a common scam. Contact us before you submit anything.',
    ],
  },
  {
    id: 'review',
    title: 'Review',
    blocks: [
      'Verification usually takes 5 to 15 minutes and can take up to 3 hours when we are busy. You see the status of an order in your transactions. When we reject a card we say why and what you can do. A rejected card stays yours.',
    ],
  },
  {
    id: 'payment',
    title: 'Payment',
    blocks: [
      [
        'Most methods are paid 5 minutes to 1 hour after verification.',
        'Bank transfers take up to 2 business days.',
        'You are responsible for the payment details you enter. We pay to an account in your own name only.',
        'A sale is final once the payout is sent.',
      ],
    ],
  },
  {
    id: 'misuse',
    title: 'Misuse',
    blocks: [
      'We may suspend or refuse an order and close an account when a card appears to be stolen, used or sold twice, or when these terms are broken. Where we have to, we report fraud to the card issuer and the authorities. If a card we paid for is invalidated because of something you did, you owe us the payout.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    blocks: [
      'We are liable for what we cause intentionally or through gross negligence. Beyond that, and as far as the law allows, our liability for an order is limited to its payout. We are not liable for delays of a card brand, a bank or a payment provider.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes and support',
    blocks: [
      'We may change these terms; the terms in force when you submit an order apply to it. Support is there 24/7 and replies within 1 hour.',
    ],
  },
]
