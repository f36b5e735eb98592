import type { MailTransport, OutgoingMail } from './mail-transport.ts'

/** Keeps what was sent, for tests. */
export function createMemoryTransport(): MailTransport & { sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = []
  return {
    sent,
    async send(mail) {
      sent.push(mail)
    },
  }
}
