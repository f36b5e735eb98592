import type { MailKind } from './mail-kinds.ts'

/** A finished mail. */
export type OutgoingMail = {
  /** The same for every try, so that a mail that arrives twice is recognised as one. */
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

/** How mails leave the house. */
export type MailTransport = {
  /**
   * Resolves when the other side has taken the mail over. Aborting gives up, whatever the other side does.
   * @throws MailRefusedError when trying again is of no use.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>
  /** Erases what was sent, where it stays with us. */
  forget?(): Promise<void>
}

/** The mail server will not have this mail, now or later. */
export class MailRefusedError extends Error {}
