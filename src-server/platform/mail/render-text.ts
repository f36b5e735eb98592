import { site } from '#shared/site.ts'
import type { SiteValues } from '#shared/site-settings.ts'
import type { MailMessage, MailReceipt, ReceiptLine } from './mail-parts.ts'

/** Receipt width in characters, narrow enough for a phone. */
const WIDTH = 40

export function renderText(message: MailMessage, { brandName, supportEmail }: SiteValues): string {
  const { heading, status, quotation, paragraphs, receipt, button, notes } = message
  const parts = [
    brandName.toUpperCase(),
    heading,
    status && `Status: ${status.name}`,
    ...paragraphs,
    quotation && quoted(quotation),
    receipt && receiptText(receipt),
    `${button.label}:\n${button.url}`,
    ...notes,
    `--\n${brandName}. ${site.tagline}.\n${supportEmail}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

function receiptText({ reference, lines, payout }: MailReceipt): string {
  const rule = '-'.repeat(WIDTH)
  return [reference, rule, ...lines.map(leader), rule, leader(payout)].join('\n')
}

/** 'Card value ..................... $100.00' */
function leader({ label, value }: ReceiptLine): string {
  return `${label} ${'.'.repeat(Math.max(2, WIDTH - label.length - value.length - 2))} ${value}`
}
