import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What is logged of a request. URLs, headers and bodies can contain names and secrets, so they never are. */
export function requestFacts(request: FastifyRequest, status: number) {
  return { requestId: request.id, method: request.method, route: request.routeOptions.url ?? 'none', status }
}

export function logRequests(server: FastifyInstance) {
  server.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    request.log.info({ ...requestFacts(request, reply.statusCode), ms: Math.round(reply.elapsedTime) }, 'request')
    done()
  })
}
