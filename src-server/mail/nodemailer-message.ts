import type { OutgoingMail } from './mail-transport.ts'

/** The mail as nodemailer wants it. */
export function mimeFields(mail: OutgoingMail) {
  return {
    messageId: mail.messageId,
    from: mail.from,
    // As an object it is one address, whatever characters it has; as a text it would be read as a list.
    to: { name: '', address: mail.to },
    date: mail.date,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Asks holiday replies not to answer (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
