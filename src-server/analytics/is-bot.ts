/**
 * What programs that read the web on their own call themselves. A browser that somebody drives by a script is not told
 * apart, and is counted. Cubot makes phones.
 */
const bots =
  /(?<!cu)bot\b|crawl|spider|slurp|mediapartners|facebookexternalhit|whatsapp\/|preview|lighthouse|pagespeed|monitor|^(curl|wget|python|java|go-http-client|okhttp|axios|node|undici)\b/i

const MOST_KNOWN = 1_000
const known = new Map<string, boolean>()

/** Whether a User-Agent is that of a known bot, or of nobody at all. */
export function isBot(userAgent: string): boolean {
  const found = known.get(userAgent)
  if (found !== undefined) return found
  const answer = userAgent.trim() === '' || bots.test(userAgent)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(userAgent, answer)
  return answer
}
