import type { FastifyInstance } from 'fastify'
import { visitInput } from '#shared/analytics-schema.ts'
import { recordVisit } from '../../analytics/record-visit.ts'
import type { AppContext } from '../../context.ts'
import { clientAddress } from '../http/client-address.ts'
import { anonymousVisitor, createVisitorSessions, type VisitorSession } from './visitor-sessions.ts'

const BODY_LIMIT = 1024

/** Records page views. Not a procedure: every page of every visitor makes this call. */
export async function pageViewRoutes(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
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
