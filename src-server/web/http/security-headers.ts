import type { Config } from '../../platform/config/config.ts'

type Headers = Readonly<Record<string, string>>

const pagePolicy = [
  "default-src 'none'",
  "worker-src 'self'",
  // Radix locks scrolling under a dialog with an inline style element.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** For responses that are not documents: opened as one, they may load and run nothing. */
const callPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The headers of every response. `scriptHashes` are the hashes of the inline scripts of the pages. */
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
      // Third-party scripts run in a document of their own (`third-party-tag-frame.ts`); no page names their hosts.
      'content-security-policy': config.tags ? `${policy}; frame-src 'self'` : policy,
    },
  }
}

/** Whether the site is served over https, by PUBLIC_URL. */
export function isSecure(config: Config) {
  return config.publicUrl?.protocol === 'https:'
}
