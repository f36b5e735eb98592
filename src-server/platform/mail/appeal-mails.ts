import type { Mail } from './mail-kinds.ts'
import type { MailMessage } from './mail-message.ts'
import { momentOf } from './mail-parts.ts'
import type { SiteLinks } from './site-links.ts'

type MailOf<Kind extends Mail['kind']> = Extract<Mail, { kind: Kind }>

/** A seller has appealed a decision. */
export function appealReceived({ name, order, dueAt }: MailOf<'appeal-received'>, links: SiteLinks): MailMessage {
  return {
    subject: `We have your appeal for order ${order.id}`,
    preview: `${order.giftCardName}: another person looks at the decision.`,
    heading: 'We have your appeal',
    paragraphs: [
      `Hello ${name}, another person looks at our decision about your ${order.giftCardName}. We answer by ${momentOf(dueAt)} UTC.`,
      "Until then we keep the photos that we still have, and you don't need to do anything.",
    ],
    button: { label: 'View your order', url: links.submission(order.id) },
    notes: [],
  }
}

/** Staff have answered an appeal. */
export function appealDecided(
  { name, order, outcome, answer, isClawback }: MailOf<'appeal-decided'>,
  links: SiteLinks,
): MailMessage {
  const heading = outcome === 'right' ? 'You were right, and we are sorry' : 'The decision stands'
  return {
    subject: `The answer to your appeal for order ${order.id}`,
    preview: `${order.giftCardName}: ${heading}.`,
    heading,
    quotation: answer,
    paragraphs: [`Hello ${name}, ${consequence({ outcome, isClawback })}`],
    button: { label: 'View your order', url: links.submission(order.id) },
    notes: outcome === 'right' ? [] : ['Not sure what to do next? The page of your order says it.'],
  }
}

function consequence({ outcome, isClawback }: Pick<MailOf<'appeal-decided'>, 'outcome' | 'isClawback'>): string {
  if (outcome === 'stands') return 'we looked at your appeal, and our decision stays as it is.'
  if (isClawback) return 'you owe nothing for this order. What you have repaid is sent back to you.'
  return 'we check your card again, at the rate of your order. We erased its code after our decision, so we need it again: the page of your order says what to send.'
}
