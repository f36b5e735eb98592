import type { VisitSource } from '../analytics/record-visit.ts'
import type { AppContext } from '../context.ts'
import { hashToken } from '../ids.ts'
import { identify } from '../auth/principal.ts'

export type VisitViewer = Pick<VisitSource, 'isStaff' | 'customer'>

/** Signs come all the time from the same browsers; who they are is read this often at most. */
const KNOWN_FOR_MS = 60_000
const MOST_KNOWN = 10_000
export const nobody: VisitViewer = { isStaff: false, customer: undefined }

/** Who the browsers belong to that visits come from, remembered for a minute and forgotten when any session ends. */
export function createVisitViewers(app: AppContext) {
  // By the hash of the cookies: the tokens themselves are kept nowhere.
  const known = new Map<string, { viewer: VisitViewer; until: number }>()
  const stop = app.events.listen(({ name }) => {
    if (name === 'session.ended') known.clear()
  })

  return {
    stop,
    async find(cookieHeader: string): Promise<VisitViewer> {
      const now = app.clock.now().getTime()
      const key = hashToken(cookieHeader)
      const found = known.get(key)
      if (found && found.until > now) return found.viewer
      const { customer, staff } = await identify(app, cookieHeader)
      const viewer = {
        isStaff: staff !== null,
        customer: customer ? { name: customer.name, sessionId: customer.sessionId } : undefined,
      }
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(key, { viewer, until: now + KNOWN_FOR_MS })
      return viewer
    },
  }
}
