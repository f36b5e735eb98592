import type { SiteValues } from '#shared/site-settings.ts'
import type { Mail } from './mail-kinds.ts'
import { composeMail } from './mail-templates.ts'
import type { OutgoingMail } from './mail-transport.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { siteLinks } from './site-links.ts'

/** Renders the mail of an outbox row; the result is the same for every attempt. */
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
