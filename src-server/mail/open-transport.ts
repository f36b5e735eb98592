import path from 'node:path'
import type { Config } from '../config/config.ts'
import { createFileTransport } from './file-transport.ts'
import type { MailTransport } from './mail-transport.ts'
import { createSmtpTransport } from './smtp-transport.ts'

/** The transport of SMTP_URL; without it, a folder in DATA_DIR. */
export function openTransport({ smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>): MailTransport {
  return smtpUrl === undefined ? createFileTransport(path.join(dataDir, 'outbox')) : createSmtpTransport(smtpUrl)
}
