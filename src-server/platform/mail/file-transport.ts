import { mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type MailTransport, mimeFields, type OutgoingMail } from './mail-transport.ts'

/** Writes .eml files, sorted by time, for sites without a mail server. A power cut may lose the newest mails. */
export function createFileTransport(folder: string): MailTransport {
  return {
    async send(mail) {
      // Loaded with the first mail, to keep the startup fast.
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true })
      const { message } = await composer.sendMail(mimeFields(mail))
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed.')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, fileName(mail))
      // A retry of the same mail has the same name and replaces the file.
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    forget: () => rm(folder, { recursive: true, force: true }),
  }
}

/** '2026-11-20T12-00-00.000Z-welcome-<id>.eml' */
function fileName({ date, kind, messageId }: OutgoingMail): string {
  const id = messageId.replace(/[<>]/g, '').split('@')[0]
  return `${date.toISOString().replaceAll(':', '-')}-${kind}-${id}.eml`
}
