import type { MailTransport, OutgoingMail } from '../../platform/mail/mail-transport.ts'

/** Keeps sent mails in memory, for tests. */
export function createMemoryTransport(): MailTransport & { sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = []
  return {
    sent,
    async send(mail) {
      sent.push(mail)
    },
  }
}
