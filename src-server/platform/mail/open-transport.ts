import path from 'node:path'
import type { SiteValues } from '#shared/site-settings.ts'
import type { Config } from '../config/config.ts'
import { createFileTransport } from './file-transport.ts'
import { greetingName } from './greeting-name.ts'
import type { MailTransport } from './mail-transport.ts'
import { senderOf } from './sender.ts'
import { createSmtpTransport } from './smtp-transport.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl' | 'mailFrom'>

/** The transport of SMTP_URL; without it, a folder in DATA_DIR. `site` is that of the start. */
export function openTransport(config: MailConfig, site: SiteValues): MailTransport {
  const { smtpUrl, dataDir } = config
  if (smtpUrl === undefined) return createFileTransport(path.join(dataDir, 'outbox'))
  return createSmtpTransport(smtpUrl, greetingName(config, senderOf(config, site)))
}
