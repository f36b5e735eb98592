import { MailRefusedError, type MailTransport, mimeFields } from './mail-transport.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** Sends over SMTP, with TLS when the server supports it. `name` greets the server, unless the URL has `?name=`. */
export function createSmtpTransport(url: string, name?: string): MailTransport {
  let server: ReturnType<typeof connectTo> | undefined
  return {
    async send(mail, signal) {
      server ??= connectTo(url, name)
      const smtp = await server
      try {
        await smtp.sendMail({ ...mimeFields(mail), signal })
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError(error.message) : error
      }
    },
  }
}

async function connectTo(url: string, name: string | undefined) {
  // Loaded with the first mail, to keep the startup fast.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    ...(name !== undefined && { name }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
}

/** A 5xx response to the recipient or the content. One to our login or sender can be fixed, so the mail is retried. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  return Number(error.responseCode) >= 500 && ['RCPT TO', 'DATA'].includes(String(error.command))
}
