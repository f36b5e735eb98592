import type { Mail } from './mail-kinds.ts'
import type { MailMessage } from './mail-message.ts'
import type { SiteLinks } from './site-links.ts'

/** What the e-mail about a rejection says about its evidence. */
export const evidenceTexts = {
  shown: 'The page of your order shows what we saw.',
  owed: 'We owe you the evidence for this. It follows on the page of your order within 24 hours.',
} as const

/** The mail about evidence that was owed. Pictures are shown on the site alone. */
export function evidenceAdded(
  { name, order }: Extract<Mail, { kind: 'evidence-added' }>,
  links: SiteLinks,
): MailMessage {
  return {
    subject: `The evidence for your order ${order.id}`,
    preview: `${order.giftCardName}: see what we saw.`,
    heading: 'See what we saw',
    paragraphs: [
      `Hello ${name}, we owed you the evidence for our decision on your ${order.giftCardName} card.`,
      'It is on the page of your order now.',
    ],
    button: { label: 'View your order', url: links.submission(order.id) },
    notes: [],
  }
}
