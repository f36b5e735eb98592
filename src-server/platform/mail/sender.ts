import type { SiteValues } from '#shared/site-settings.ts'
import type { Config } from '../config/config.ts'

/** 'Name <address>': MAIL_FROM, or else the brand name and the support address of the site. */
export function senderOf({ mailFrom }: Pick<Config, 'mailFrom'>, { brandName, supportEmail }: SiteValues): string {
  if (mailFrom !== undefined) return mailFrom
  // A comma outside quotes would begin another address.
  const name = /^[\w .-]+$/.test(brandName) ? brandName : `"${brandName}"`
  return `${name} <${supportEmail}>`
}
