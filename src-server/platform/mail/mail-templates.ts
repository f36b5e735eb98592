import type { SiteValues } from '#shared/site-settings.ts'
import { accountMails } from './account-mails.ts'
import type { Mail } from './mail-kinds.ts'
import type { MailMessage } from './mail-message.ts'
import type { MailWords } from './mail-parts.ts'
import { orderMails } from './order-mails.ts'
import { requestMails } from './request-mails.ts'
import type { SiteLinks } from './site-links.ts'

const templates = { ...accountMails, ...orderMails, ...requestMails }

/** Composes a mail from its template. Subjects contain no user input. */
export function composeMail(mail: Mail, links: SiteLinks, site: SiteValues): MailMessage {
  const template = templates[mail.kind] as (mail: Mail, links: SiteLinks, site: SiteValues) => MailWords
  const button = { label: 'View your order', url: 'order' in mail ? links.submission(mail.order.id) : links.home }
  const words = template(mail, links, site)
  return { heading: words.subject, notes: [], button, ...words }
}
