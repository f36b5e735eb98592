import type { Config } from '../config/config.ts'

type Headers = Readonly<Record<string, string>>

const pagePolicy = [
  "default-src 'none'",
  "worker-src 'self'",
  // Radix locks scrolling under a dialog with a style element of its own.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** Of answers that are no documents: opened as one, they can do nothing. */
const callPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * What every answer carries, for the API and for pages. Made once: the same headers go out with every request.
 * `scriptHashes` name the scripts that stand in the pages themselves.
 */
export function securityHeaders(config: Config, scriptHashes: readonly string[]): { api: Headers; page: Headers } {
  const common = {
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    ...(isSecure(config) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  const policy = [pagePolicy, ["script-src 'self'", ...scriptHashes].join(' ')].join('; ')
  return {
    api: { ...common, 'cache-control': 'no-store', 'content-security-policy': callPolicy },
    page: {
      ...common,
      // Scripts of others have a document of their own (`tag-frame.ts`); no page ever names their hosts.
      'content-security-policy': config.tags ? `${policy}; frame-src 'self'` : policy,
    },
  }
}

/** Whether the site is served over https, by PUBLIC_URL. */
export function isSecure(config: Config): boolean {
  return config.publicUrl?.protocol === 'https:'
}
