import type { FastifyRequest } from 'fastify'

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT'])

/** Method and route pattern of a request for metrics and traces, never text of a caller: no route is 'other'. */
export function labelsOf({ method, routeOptions: { url } }: FastifyRequest) {
  return {
    method: methods.has(method) ? method : 'other',
    route: url === undefined || url === '*' ? 'other' : url,
  }
}
