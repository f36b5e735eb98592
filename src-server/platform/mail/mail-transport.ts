import { mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { domainToASCII } from 'node:url'
import type { Logger } from 'pino'
import type { SiteValues } from '#shared/site-settings.ts'
import type { Config } from '../config/config.ts'
import type { MailKind } from './mail-kinds.ts'

export type OutgoingMail = {
  /** The same for every attempt, so that mail clients recognise duplicates. */
  messageId: string
  kind: MailKind
  /** 'Name <address>' */
  from: string
  to: string
  date: Date
  subject: string
  text: string
  html: string
}

export type MailTransport = {
  /** Resolves when the mail server has accepted the mail. @throws MailRefusedError when a retry is useless */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>
  /** Of a transport that stores sent mails itself. */
  forget?(): Promise<void>
}

export class MailRefusedError extends Error {}

function mimeFields({ kind: _, to, ...fields }: OutgoingMail) {
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
function fileName({ date, kind, messageId }: OutgoingMail) {
  const id = messageId.replace(/[<>]/g, '').split('@')[0]
  return `${date.toISOString().replaceAll(':', '-')}-${kind}-${id}.eml`
}

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

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl' | 'mailFrom'>

/** The transport of SMTP_URL; without it, a folder in DATA_DIR. `site` is that of the start. */
export function openTransport(config: MailConfig, site: SiteValues) {
  const { smtpUrl, dataDir } = config
  if (smtpUrl === undefined) return createFileTransport(path.join(dataDir, 'outbox'))
  return createSmtpTransport(smtpUrl, greetingName(config, senderOf(config, site)))
}

/** The EHLO name: the host of PUBLIC_URL, or the domain of the sender. Else an address, which relays refuse. */
function greetingName({ publicUrl }: Pick<Config, 'publicUrl'>, sender: string) {
  const [, domain = ''] = /@([^\s@<>]+)>?$/.exec(sender) ?? []
  return [publicUrl?.hostname ?? '', domainToASCII(domain)].map(withoutLastDot).find(isDomain)
}

const withoutLastDot = (host: string) => host.replace(/\.$/, '')

/** Two labels or more, of which the last is no number: that is an IP address. */
function isDomain(host: string) {
  return /^([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/i.test(host)
}

/** 'Name <address>': MAIL_FROM, or else the brand name and the support address of the site. */
export function senderOf({ mailFrom }: Pick<Config, 'mailFrom'>, { brandName, supportEmail }: SiteValues) {
  if (mailFrom !== undefined) return mailFrom
  // A comma outside quotes would begin another address.
  const name = /^[\w .-]+$/.test(brandName) ? brandName : `"${brandName}"`
  return `${name} <${supportEmail}>`
}

/** Warns about a sender below a domain that is reserved for examples: mail servers refuse it. */
export function warnOfSender(config: Pick<Config, 'mailFrom' | 'smtpUrl'>, site: SiteValues, log: Logger) {
  const sender = senderOf(config, site)
  if (config.smtpUrl === undefined || !/[.@](example|invalid|test|localhost)>?$/i.test(sender)) return
  log.warn({ sender }, 'mail servers refuse this sender: set MAIL_FROM, or the support address in Settings, Site')
}
