import { countedPage } from '#shared/analytics.ts'
import type { VisitInput } from '#shared/analytics-schema.ts'
import type { AppContext } from '../context.ts'
import { isBot } from './is-bot.ts'
import type { VisitingCustomer } from './visitors.ts'

export type VisitSource = {
  ip: string
  userAgent: string
  isStaff: boolean
  customer: VisitingCustomer | undefined
}

/** Bots, staff and visitors of staff pages are not counted, or are removed. */
export function recordVisit(
  { visitorStats }: Pick<AppContext, 'visitorStats'>,
  source: VisitSource,
  input: VisitInput,
): void {
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
