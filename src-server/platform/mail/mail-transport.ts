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
