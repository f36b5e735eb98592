import { createIsbotFromList, isbotPatterns, list } from 'isbot'
import { countedPage } from '#shared/analytics.ts'
import type { VisitInput } from '#shared/analytics-schema.ts'
import type { AppContext } from '../context.ts'
import type { VisitingCustomer } from './visitors.ts'

export type VisitSource = { ip: string; userAgent: string; isStaff: boolean; customer: VisitingCustomer | undefined }

/** Bots, staff and visitors of staff pages are not counted, or are removed. */
export function recordVisit(
  { visitorStats }: Pick<AppContext, 'visitorStats'>,
  source: VisitSource,
  input: VisitInput,
) {
  const { visitorId, sign, sentAt } = input
  const page = countedPage(input.page)
  if (page === undefined || source.isStaff || isBot(source.userAgent)) visitorStats.leave({ visitorId })
  else if (sign === 'leave') visitorStats.leave({ visitorId, sentAt })
  else {
    const { userAgent, customer } = source
    const ip = source.ip.replace(/^::ffff:/, '')
    visitorStats.see({ visitorId, ip, userAgent, page, customer, sentAt }, sign === 'view')
  }
}

/** Automated browsers run the pages like a visitor, so they are counted. */
const automatedBrowsers = new Set(isbotPatterns('Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/150.0.0.0'))
const isKnownBot = createIsbotFromList(list.filter((pattern) => !automatedBrowsers.has(pattern)))

/** An empty user agent is one. */
export function isBot(userAgent: string) {
  return userAgent.trim() === '' || isKnownBot(userAgent)
}
