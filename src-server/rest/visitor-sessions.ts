import type { VisitSource } from '../analytics/record-visit.ts'
import { authenticate } from '../auth/principal.ts'
import type { AppContext } from '../context.ts'
import { hashToken } from '../ids.ts'

export type VisitorSession = Pick<VisitSource, 'isStaff' | 'customer'>

/** Signs come all the time from the same browsers; who they are is read this often at most. */
const KNOWN_FOR_MS = 60_000
const MOST_KNOWN = 10_000
export const nobody: VisitorSession = { isStaff: false, customer: undefined }

/** Who the browsers belong to that visits come from, remembered for a minute and forgotten when any session ends. */
export function createVisitorSessions(app: AppContext) {
  // By the hash of the cookies: the tokens themselves are kept nowhere.
  const known = new Map<string, { principal: VisitorSession; until: number }>()
  const stop = app.events.listen(({ name }) => {
    if (name === 'session.ended') known.clear()
  })

  return {
    stop,
    async find(cookieHeader: string): Promise<VisitorSession> {
      const now = app.clock.now().getTime()
      const key = hashToken(cookieHeader)
      const found = known.get(key)
      if (found && found.until > now) return found.principal
      const { customer, staff } = await authenticate(app, cookieHeader)
      const principal = {
        isStaff: staff !== null,
        customer: customer ? { name: customer.name, sessionId: customer.sessionId } : undefined,
      }
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(key, { principal, until: now + KNOWN_FOR_MS })
      return principal
    },
  }
}
