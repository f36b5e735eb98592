import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT'])

/** Method and route pattern of a request for metrics and traces, never text of a caller: no route is 'other'. */
export function labelsOf({ method, routeOptions: { url } }: FastifyRequest) {
  return { method: methods.has(method) ? method : 'other', route: url === undefined || url === '*' ? 'other' : url }
}

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
