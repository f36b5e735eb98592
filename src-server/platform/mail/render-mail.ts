import type { SiteValues } from '#shared/site-settings.ts'
import { accountMails } from './account-mails.ts'
import type { Mail } from './mail-kinds.ts'
import { type MailMessage, type MailTemplates, type MailWords, type SiteLinks, siteLinks } from './mail-parts.ts'
import type { OutgoingMail } from './mail-transport.ts'
import { orderMails } from './order-mails.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { requestMails } from './request-mails.ts'

const templates: MailTemplates = { ...accountMails, ...orderMails, ...requestMails }

/** The same for every attempt. */
export function renderMail(
  mail: Mail,
  row: { id: string; recipient: string; created_at: string },
  from: string,
  siteUrl: string,
  site: SiteValues,
): OutgoingMail {
  const message = composeMail(mail, siteLinks(siteUrl), site)
  const domain = /@([^\s@>]+)>?$/.exec(from)?.[1]
  return {
    messageId: `<${row.id}@${domain}>`,
    kind: mail.kind,
    from,
    to: row.recipient,
    date: new Date(row.created_at),
    subject: message.subject,
    text: renderText(message, site),
    html: renderHtml(message, site),
  }
}

/** Subjects contain no user input. */
function composeMail(mail: Mail, links: SiteLinks, site: SiteValues): MailMessage {
  const template = templates[mail.kind] as (mail: Mail, links: SiteLinks, site: SiteValues) => MailWords
  const button = { label: 'View your order', url: 'order' in mail ? links.submission(mail.order.id) : links.home }
  const words = template(mail, links, site)
  return { heading: words.subject, notes: [], button, ...words }
}
