import type { IncomingHttpHeaders } from 'node:http'
import type { AppContext } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import { createThrottle } from '../../platform/rate-limits/throttle.ts'

const LOG_EVERY_MS = 60_000
/** What is logged of a header: anyone can send it. */
const MAX_LOGGED = 200

/**
 * Makes the check whether an unsafe request comes from our own pages, or from no page at all. What differs from what is
 * logged, each reason once a minute: a proxy that changes the Host header makes every page foreign.
 */
export function createOriginCheck({ config, clock, log }: Pick<AppContext, 'config' | 'clock' | 'log'>) {
  const throttle = createThrottle(clock, LOG_EVERY_MS)
  return (headers: IncomingHttpHeaders) => {
    const reason = foreignBecause(config, headers)
    if (reason !== undefined && throttle.passes(reason)) {
      const { origin, host, 'sec-fetch-site': site } = headers
      const given = { origin: logged(origin), host: logged(host), secFetchSite: logged(site) }
      const facts = { reason, ...given, publicUrl: config.publicUrl?.origin }
      log.warn(facts, 'rejected a request that did not come from our own pages')
    }
    return reason === undefined
  }
}

export function foreignMessage({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const refused = "This request didn't come from our own pages."
  return publicUrl ? `${refused} Open ${publicUrl.href} and try again.` : refused
}

const logged = (header: string | string[] | undefined) => header && String(header).slice(0, MAX_LOGGED)

/**
 * Undefined for a request of our own. Browsers send Sec-Fetch-Site or Origin with every unsafe request, and pages
 * cannot forge them. A caller that sends neither is no browser, so no other site can make it send a user's cookie.
 * Source: OWASP CSRF Prevention, 'Fetch Metadata' with the Origin fallback.
 */
function foreignBecause(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders,
) {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'Sec-Fetch-Site names another site'
  if (origin === undefined) return undefined
  if (publicUrl) return origin === publicUrl.origin ? undefined : 'Origin differs from PUBLIC_URL'
  // Without PUBLIC_URL the request's own host counts as ours: cookies are bound to that host too.
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return undefined
  return 'Origin differs from Host, and there is no PUBLIC_URL'
}

/** Methods that change nothing by definition (RFC 9110 section 9.2.1). */
export function isSafeMethod(method: string) {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
