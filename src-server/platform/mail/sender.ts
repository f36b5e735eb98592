import type { Logger } from 'pino'
import type { SiteValues } from '#shared/site-settings.ts'
import type { Config } from '../config/config.ts'

/** 'Name <address>': MAIL_FROM, or else the brand name and the support address of the site. */
export function senderOf({ mailFrom }: Pick<Config, 'mailFrom'>, { brandName, supportEmail }: SiteValues): string {
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
