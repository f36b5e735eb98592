import path from 'node:path'
import { domainToASCII } from 'node:url'
import type { SiteValues } from '#shared/site-settings.ts'
import type { Config } from '../config/config.ts'
import { createFileTransport } from './file-transport.ts'
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

/** The EHLO name: the host of PUBLIC_URL, or the domain of the sender. Else an address, which relays refuse. */
function greetingName({ publicUrl }: Pick<Config, 'publicUrl'>, sender: string): string | undefined {
  const [, domain = ''] = /@([^\s@<>]+)>?$/.exec(sender) ?? []
  return [publicUrl?.hostname ?? '', domainToASCII(domain)].map(withoutLastDot).find(isDomain)
}

const withoutLastDot = (host: string) => host.replace(/\.$/, '')

/** Two labels or more, of which the last is no number: that is an IP address. */
function isDomain(host: string): boolean {
  return /^([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/i.test(host)
}
