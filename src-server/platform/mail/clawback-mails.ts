import { formatCents } from '#shared/money.ts'
import { debtText, problemKindTexts } from '#shared/problem.ts'
import type { SiteValues } from '#shared/site-settings.ts'
import { evidenceTexts } from './evidence-mail.ts'
import type { Mail, MailKind } from './mail-kinds.ts'
import type { MailMessage } from './mail-message.ts'
import type { SiteLinks } from './site-links.ts'

type MailOf<Kind extends MailKind> = Extract<Mail, { kind: Kind }>

/** The mail about a claw back: what the customer owes, and why. */
export function clawedBack(
  { name, order, owedCents, problem, reason, evidence }: MailOf<'clawed-back'>,
  links: SiteLinks,
  site: SiteValues,
): MailMessage {
  const amount = formatCents(owedCents)
  return {
    subject: `Please repay ${amount} for order ${order.id}`,
    preview: `${order.giftCardName}: ${problemKindTexts[problem]}`,
    heading: `Please repay ${amount}`,
    quotation: reason,
    paragraphs: [
      `Hello ${name}, there is a problem with your ${order.giftCardName}. ${problemKindTexts[problem]} ${debtText(amount, order.id)}`,
      ...(evidence === 'owed' ? [evidenceTexts.owed] : []),
      `The page of your order has the reason, what we found, and how to repay it. Please give ${order.id} as the reference.`,
      'We take nothing from your other payouts unless you agree to it on that page.',
    ],
    button: { label: 'View your order', url: links.submission(order.id) },
    notes: [`Is this wrong? Write to us at ${site.supportEmail} before you repay.`],
  }
}

/** The mail about the payout of a clawed back card that came back. */
export function clawbackSettled(
  { name, order, cents, leftCents }: MailOf<'clawback-settled'>,
  links: SiteLinks,
): MailMessage {
  const amount = formatCents(cents)
  const left =
    leftCents > 0 ? debtText(formatCents(leftCents), order.id) : `You owe nothing more for order ${order.id}.`
  return {
    subject: `Our payout for order ${order.id} came back`,
    preview: `${order.giftCardName}: ${left}`,
    heading: 'Our payout came back',
    paragraphs: [
      `Hello ${name}, our payout for your ${order.giftCardName} came back to us. We used ${amount} of it for what you owed for this card. ${left}`,
      leftCents > 0 ? 'The page of your order has how to repay the rest.' : 'There is nothing you need to do.',
    ],
    button: { label: 'View your order', url: links.submission(order.id) },
    notes: [],
  }
}
