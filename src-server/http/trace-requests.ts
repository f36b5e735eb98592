import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestSpan, Telemetry } from '../telemetry/telemetry.ts'
import { labelsOf } from './request-labels.ts'

/** Makes each request a span, a part of the trace that its header `traceparent` names. */
export function traceRequests(server: FastifyInstance, telemetry: Telemetry): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  const runInside = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request)
    if (span) span.run(work)
    else work()
  }
  server.addHook('onRequest', (request, _, done) => {
    const { traceparent, tracestate } = request.headers as Record<string, string | undefined>
    spans.set(request, telemetry.startRequest({ traceparent, tracestate }))
    runInside(request, done)
  })
  // The body arrives in events of the connection, which do not know the span.
  server.addHook('preValidation', (request, _, done) => runInside(request, done))
  server.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({ ...labelsOf(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    done()
  })
}
