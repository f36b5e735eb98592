import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config/config.ts'

/**
 * Whether an unsafe request comes from our own pages, or from no page at all. Browsers send Sec-Fetch-Site or Origin
 * with every such request, and pages cannot forge them. A caller that sends neither is no browser, so no other site
 * can make it send a user's cookie. Source: OWASP CSRF Prevention, 'Fetch Metadata' with the Origin fallback.
 */
export function isOwnRequest(config: Config, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  return isOwnSite && isOwnOrigin(config, headers)
}

function isOwnOrigin(config: Config, { origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  if (config.publicUrl) return origin === config.publicUrl.origin
  // Without PUBLIC_URL the request's own host counts as ours: cookies are bound to that host too.
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}

/** Methods that change nothing by definition (RFC 9110 section 9.2.1). */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
