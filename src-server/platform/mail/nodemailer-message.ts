import type { OutgoingMail } from './mail-transport.ts'

export function mimeFields(mail: OutgoingMail) {
  return {
    messageId: mail.messageId,
    from: mail.from,
    // An object is always one address; nodemailer would parse a string as a list.
    to: { name: '', address: mail.to },
    date: mail.date,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
