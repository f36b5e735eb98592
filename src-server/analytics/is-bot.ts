/**
 * What programs that read the web on their own call themselves. A browser that somebody drives by a script is not told
 * apart, and is counted. Cubot makes phones.
 */
const bots =
  /(?<!cu)bot\b|crawl|spider|slurp|mediapartners|facebookexternalhit|whatsapp\/|preview|lighthouse|pagespeed|monitor|^(curl|wget|python|java|go-http-client|okhttp|axios|node|undici)\b/i

/** Whether a User-Agent is that of a known bot, or of nobody at all. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || bots.test(userAgent)
}
