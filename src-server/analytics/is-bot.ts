/**
 * User agents of crawlers, previews and HTTP libraries. Automated browsers are counted as visitors. Cubot is a brand of
 * phones.
 */
const bots =
  /(?<!cu)bot\b|crawl|spider|slurp|mediapartners|facebookexternalhit|whatsapp\/|preview|lighthouse|pagespeed|monitor|^(curl|wget|python|java|go-http-client|okhttp|axios|node|undici)\b/i

const MOST_KNOWN = 1_000
const known = new Map<string, boolean>()

/** Returns whether the user agent is empty or that of a known bot. */
export function isBot(userAgent: string): boolean {
  const found = known.get(userAgent)
  if (found !== undefined) return found
  const result = userAgent.trim() === '' || bots.test(userAgent)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(userAgent, result)
  return result
}
