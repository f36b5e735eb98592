import type { MailKind } from './mail-kinds.ts'

export type OutgoingMail = {
  /** The same for every attempt, so that mail clients recognise duplicates. */
  messageId: string
  kind: MailKind
  /** 'Name <address>' */
  from: string
  /** A bare address. */
  to: string
  date: Date
  subject: string
  text: string
  html: string
}

export type MailTransport = {
  /** Resolves when the mail server has accepted the mail. @throws MailRefusedError when a retry is useless */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>
  /** Deletes sent mails that the transport stores itself. */
  forget?(): Promise<void>
}

export class MailRefusedError extends Error {}

/** A mail in nodemailer's message format. */
export function mimeFields({ kind: _, to, ...fields }: OutgoingMail) {
  return {
    ...fields,
    // An object is always one address; nodemailer would parse a string as a list.
    to: { name: '', address: to },
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
