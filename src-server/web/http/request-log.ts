import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * The fields that are logged for a request: its route pattern and its outcome. URLs, headers and bodies can contain
 * names and secrets, so they are never logged.
 */
export function requestFacts(request: FastifyRequest, status: number) {
  return { requestId: request.id, method: request.method, route: request.routeOptions.url ?? 'none', status }
}

/** Logs every request. */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    request.log.info({ ...requestFacts(request, reply.statusCode), ms: Math.round(reply.elapsedTime) }, 'request')
    done()
  })
}
