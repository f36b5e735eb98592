import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * What the log says of a request: what was asked for by the route's pattern, and how it went. An address can name a
 * person or carry the secret of a link, and headers and bodies do, so nothing of them is in it.
 */
export function requestFacts(request: FastifyRequest, status: number) {
  return { requestId: request.id, method: request.method, route: request.routeOptions.url ?? 'none', status }
}

/** A line for every request. */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    request.log.info({ ...requestFacts(request, reply.statusCode), ms: Math.round(reply.elapsedTime) }, 'request')
    done()
  })
}
