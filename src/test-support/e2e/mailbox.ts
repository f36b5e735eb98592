import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'

/** The folder with the mails of the server, see `e2e-server.mjs`. */
const outbox = path.join(process.env.E2E_DATA ?? '', 'outbox')

/** Decodes quoted-printable (RFC 2045): joins soft line breaks, '=3D' becomes '='. */
function decoded(mail: string): string {
  return mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)))
}

/** The mails of one kind to this address, oldest first. */
export function mailsTo(email: string, kind: string): string[] {
  // The server creates the folder with the first mail.
  if (!existsSync(outbox)) return []
  const names = readdirSync(outbox).filter((name) => name.includes(`-${kind}-`) && name.endsWith('.eml'))
  const mails = names.sort().map((name) => readFileSync(path.join(outbox, name), 'utf8'))
  return mails.filter((mail) => mail.includes(`To: ${email}`)).map(decoded)
}

/** Waits for the password reset mail; returns the path and fragment of its link. */
export async function resetLinkFor(email: string): Promise<string> {
  const link = () => /\/reset-password#token=[\w-]{43}/.exec(mailsTo(email, 'password-reset').at(-1) ?? '')?.[0]
  await expect.poll(() => link() ?? 'no mail yet').toContain('#token=')
  return link() ?? ''
}
