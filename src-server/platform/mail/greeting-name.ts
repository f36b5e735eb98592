import { domainToASCII } from 'node:url'
import type { Config } from '../config/config.ts'

/**
 * The EHLO name for mail servers: the host of PUBLIC_URL, or else the domain of the sender. Undefined when neither has
 * a domain; then the client sends an address, which relays refuse.
 */
export function greetingName({ publicUrl }: Pick<Config, 'publicUrl'>, sender: string): string | undefined {
  const [, domain = ''] = /@([^\s@<>]+)>?$/.exec(sender) ?? []
  return [publicUrl?.hostname ?? '', domainToASCII(domain)].map(withoutLastDot).find(isDomain)
}

const withoutLastDot = (host: string) => host.replace(/\.$/, '')

/** Two labels or more, of which the last is no number: that is an IP address. */
function isDomain(host: string): boolean {
  return /^([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/i.test(host)
}
