import { domainToASCII } from 'node:url'
import type { Config } from '../config/config.ts'

/**
 * The name with which we greet a mail server: the host of PUBLIC_URL, or else the domain of MAIL_FROM. Relays refuse the
 * address that stands in for the name of a machine without a domain. Undefined when neither has one.
 */
export function greetingName({ publicUrl, mailFrom }: Pick<Config, 'publicUrl' | 'mailFrom'>): string | undefined {
  const [, domain = ''] = /@([^\s@<>]+)>?$/.exec(mailFrom) ?? []
  return [publicUrl?.hostname ?? '', domainToASCII(domain)].map(withoutLastDot).find(isDomain)
}

const withoutLastDot = (host: string) => host.replace(/\.$/, '')

/** Two labels or more, of which the last is no number: that is an IP address. */
function isDomain(host: string): boolean {
  return /^([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/i.test(host)
}
