import path from 'node:path'
import type { Config } from '../config/config.ts'
import { createFileTransport } from './file-transport.ts'
import { greetingName } from './greeting-name.ts'
import type { MailTransport } from './mail-transport.ts'
import { createSmtpTransport } from './smtp-transport.ts'

/** The transport of SMTP_URL; without it, a folder in DATA_DIR. */
export function openTransport(config: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl' | 'mailFrom'>): MailTransport {
  const { smtpUrl, dataDir } = config
  if (smtpUrl === undefined) return createFileTransport(path.join(dataDir, 'outbox'))
  return createSmtpTransport(smtpUrl, greetingName(config))
}
