import type { VisitSource } from '../../analytics/record-visit.ts'
import type { AppContext } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { authenticate } from '../auth/principal.ts'

export type VisitorSession = Pick<VisitSource, 'isStaff' | 'customer'>

/** The same browsers send page views all the time; their sessions are read at most this often. */
const KNOWN_FOR_MS = 60_000
const MAX_KNOWN = 10_000
export const anonymousVisitor: VisitorSession = { isStaff: false, customer: undefined }

/** Caches the sessions behind page views for a minute; any ended session clears the cache. */
export function createVisitorSessions(app: AppContext) {
  // Keyed by the hash of the cookies, so that no token is kept.
  const known = new Map<string, { principal: VisitorSession; until: number }>()
  const stop = app.events.listen(({ name }) => {
    if (name === 'session.ended' || name === 'resync') known.clear()
  })

  return {
    stop,
    async find(cookieHeader: string, ip: string): Promise<VisitorSession> {
      const now = app.clock.now().getTime()
      const key = hashToken(cookieHeader)
      const found = known.get(key)
      if (found && found.until > now) return found.principal
      const { customer, staff } = await authenticate(app, cookieHeader, ip)
      const principal = {
        isStaff: staff !== null,
        customer: customer ? { name: customer.name, sessionId: customer.sessionId } : undefined,
      }
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(key, { principal, until: now + KNOWN_FOR_MS })
      return principal
    },
  }
}
