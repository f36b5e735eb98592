import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import type { RequestSpan, Telemetry } from '../../platform/telemetry/telemetry.ts'
import { isFromProxy } from './client-address.ts'
import { labelsOf } from './request-labels.ts'

/**
 * Makes each request a span, of a trace of its own or of the one that `traceparent` names. The header counts from a
 * trusted proxy only: anyone else could choose which requests are recorded, and mix theirs into another trace.
 */
export function traceRequests(server: FastifyInstance, config: Pick<Config, 'trustProxy'>, telemetry: Telemetry): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  const runInside = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request)
    if (span) span.run(work)
    else work()
  }
  server.addHook('onRequest', (request, _, done) => {
    const { traceparent, tracestate } = request.headers as Record<string, string | undefined>
    spans.set(request, telemetry.startRequest(isFromProxy(config, request.raw) ? { traceparent, tracestate } : {}))
    runInside(request, done)
  })
  // The body arrives in events of the connection, which do not know the span.
  server.addHook('preValidation', (request, _, done) => runInside(request, done))
  server.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({ ...labelsOf(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    done()
  })
}
