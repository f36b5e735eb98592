import { createIsbotFromList, isbotPatterns, list } from 'isbot'

/** Automated browsers run the pages like a visitor, so they are counted. */
const automatedBrowsers = new Set(isbotPatterns('Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/150.0.0.0'))
const isKnownBot = createIsbotFromList(list.filter((pattern) => !automatedBrowsers.has(pattern)))

/** An empty user agent is one. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || isKnownBot(userAgent)
}
