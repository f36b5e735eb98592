import { countedPage } from '#shared/analytics.ts'
import type { VisitInput } from '#shared/analytics-schema.ts'
import type { AppContext } from '../context.ts'
import { isBot } from './is-bot.ts'
import type { VisitingCustomer } from './visitors.ts'

/** Whose browser a sign comes from. */
export type VisitSource = {
  ip: string
  userAgent: string
  isStaff: boolean
  customer: VisitingCustomer | undefined
}

/** Notes a sign of a visitor. Bots, staff and whoever goes to a staff page are not, or no longer, counted. */
export function recordVisit(
  { visitorStats }: Pick<AppContext, 'visitorStats'>,
  source: VisitSource,
  input: VisitInput,
): void {
  const { visitorId, sign } = input
  const page = countedPage(input.page)
  if (sign === 'leave' || page === undefined || source.isStaff || isBot(source.userAgent)) visitorStats.leave(visitorId)
  else {
    const { userAgent, customer } = source
    const ip = source.ip.replace(/^::ffff:/, '')
    visitorStats.see({ visitorId, ip, userAgent, page, customer }, sign === 'view')
  }
}
