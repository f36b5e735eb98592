import type { FastifyInstance } from 'fastify'
import { visitInput } from '#shared/analytics-schema.ts'
import { recordVisit, type VisitSource } from '../analytics/record-visit.ts'
import type { AppContext } from '../context.ts'
import { createVisitViewers } from './visit-viewers.ts'

const BODY_LIMIT = 1024

/** Where pages say that somebody is looking at them. Not a procedure: every page of every visitor calls it. */
export async function visitsDoor(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  const viewers = createVisitViewers(app)
  server.addHook('onClose', async () => viewers.stop())

  server.post('/api/visits', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const input = visitInput.parse(request.body)
    const { headers } = request
    const source: VisitSource = {
      ip: request.ip,
      userAgent: headers['user-agent'] ?? '',
      ...(await viewers.find(headers.cookie)),
    }
    recordVisit(app, source, input)
    return reply.code(204).send()
  })
}
