import { site } from '#shared/site.ts'
import type { SiteValues } from '#shared/site-settings.ts'
import { accountMails } from './account-mails.ts'
import type { Mail } from './mail-kinds.ts'
import {
  type MailMessage,
  type MailReceipt,
  type MailTemplates,
  type MailWords,
  type ReceiptLine,
  type SiteLinks,
  siteLinks,
} from './mail-parts.ts'
import type { OutgoingMail } from './mail-transport.ts'
import { orderMails } from './order-mails.ts'
import { renderHtml } from './render-html.ts'
import { requestMails } from './request-mails.ts'

const templates: MailTemplates = { ...accountMails, ...orderMails, ...requestMails }

/** The same for every attempt. */
export function renderMail(
  mail: Mail,
  row: { id: string; recipient: string; created_at: string },
  from: string,
  siteUrl: string,
  values: SiteValues,
): OutgoingMail {
  const message = composeMail(mail, siteLinks(siteUrl), values)
  const domain = /@([^\s@>]+)>?$/.exec(from)?.[1]
  return {
    messageId: `<${row.id}@${domain}>`,
    kind: mail.kind,
    from,
    to: row.recipient,
    date: new Date(row.created_at),
    subject: message.subject,
    text: renderText(message, values),
    html: renderHtml(message, values),
  }
}

/** Subjects contain no user input. */
function composeMail(mail: Mail, links: SiteLinks, values: SiteValues): MailMessage {
  const template = templates[mail.kind] as (mail: Mail, links: SiteLinks, site: SiteValues) => MailWords
  const button = { label: 'View your order', url: 'order' in mail ? links.submission(mail.order.id) : links.home }
  const words = template(mail, links, values)
  return { heading: words.subject, notes: [], button, ...words }
}

/** Receipt width in characters, narrow enough for a phone. */
const WIDTH = 40

function renderText(message: MailMessage, { brandName, supportEmail }: SiteValues) {
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

function quoted(text: string) {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

function receiptText({ reference, lines, payout }: MailReceipt) {
  const rule = '-'.repeat(WIDTH)
  return [reference, rule, ...lines.map(leader), rule, leader(payout)].join('\n')
}

/** 'Card value ..................... $100.00' */
function leader({ label, value }: ReceiptLine) {
  return `${label} ${'.'.repeat(Math.max(2, WIDTH - label.length - value.length - 2))} ${value}`
}
