import type { FastifyInstance } from 'fastify'
import { visitInput } from '#shared/analytics-schema.ts'
import { recordVisit, type VisitSource } from '../../analytics/record-visit.ts'
import type { AppContext } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { authenticate } from '../auth/principal.ts'
import { clientAddress } from '../http/client-address.ts'

const BODY_LIMIT = 1024

/** Records page views. Not a procedure: every page of every visitor makes this call. */
export async function pageViewRoutes(server: FastifyInstance, { app }: { app: AppContext }) {
  const reviewPresence = createVisitorSessions(app)
  server.addHook('onClose', async () => reviewPresence.stop())

  server.post('/api/visits', { bodyLimit: BODY_LIMIT }, (request, reply) => {
    const input = visitInput.parse(request.body)
    const ip = clientAddress(app.config, request.raw)
    const record = ({ isStaff, customer }: VisitorSession) => {
      const source = { ip, userAgent: request.headers['user-agent'] ?? '', isStaff, customer }
      recordVisit(app, source, input)
      reply.code(204).send()
    }
    const { cookie } = request.headers
    // Most visitors have no cookie, and a promise for each would cost more than the rest.
    if (cookie === undefined) record(anonymousVisitor)
    else reviewPresence.find(cookie, ip).then(record, (error: unknown) => reply.send(error))
  })
}

type VisitorSession = Pick<VisitSource, 'isStaff' | 'customer'>

/** The same browsers send page views all the time; their sessions are read at most this often. */
const KNOWN_FOR_MS = 60_000
const MAX_KNOWN = 10_000
const anonymousVisitor: VisitorSession = { isStaff: false, customer: undefined }

/** Caches the sessions behind page views for a minute; any ended session clears the cache. */
function createVisitorSessions(app: AppContext) {
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
