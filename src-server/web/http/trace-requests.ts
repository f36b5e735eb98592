import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Gauge, type RequestMessage, requestChannel, startExport } from '../../platform/telemetry/telemetry.ts'
import { isFromProxy } from './client-address.ts'
import { labelsOf } from './request-facts.ts'

/**
 * Publishes each request, as one of the trace that `traceparent` names. The header counts from a trusted proxy only:
 * anyone else could choose which requests are recorded, and mix theirs into another trace.
 */
export function traceRequests(server: FastifyInstance, config: Pick<Config, 'trustProxy'>) {
  const messages = new WeakMap<FastifyRequest, RequestMessage>()
  const runInside = (request: FastifyRequest, work: () => void) => {
    const message = messages.get(request)
    if (message) requestChannel.start.runStores(message, work)
    else work()
  }
  server.addHook('onRequest', (request, _, done) => {
    const { traceparent, tracestate } = request.headers as Record<string, string | undefined>
    messages.set(request, isFromProxy(config, request.raw) ? { traceparent, tracestate } : {})
    runInside(request, done)
  })
  // The body arrives in events of the connection, which do not know the span.
  server.addHook('preValidation', (request, _, done) => runInside(request, done))
  server.addHook('onResponse', (request, reply, done) => {
    const message = messages.get(request)
    if (message) {
      message.outcome = { ...labelsOf(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 }
      requestChannel.asyncEnd.publish(message)
    }
    done()
  })
}

/** Starts the export of requests, spans and these figures, when OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export function exportTelemetry({ config, log }: Pick<Platform, 'config' | 'log'>, gauges: readonly Gauge[]) {
  const { telemetryEndpoint: endpoint, nodeName } = config
  if (endpoint === undefined) return
  const warn = (reason: string) => log.warn({ reason }, 'OpenTelemetry does not work')
  if (startExport({ endpoint, nodeName, gauges, warn })) return
  warn('OTEL_EXPORTER_OTLP_ENDPOINT is set without --import deploy/opentelemetry.mjs: see docs/operations.md.')
}
