import {
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { setSpanRunner } from './span.ts'
import type { Telemetry } from './telemetry.ts'

const SCOPE = 'gift-card-exchange'
/** Less than what a shutdown has left after its last request. */
const STOP_MS = 1_000
const WARN_EVERY_MS = 60_000
/** Upper bounds in seconds, as OpenTelemetry's conventions for HTTP recommend. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/**
 * Starts the OpenTelemetry SDK of this process. Export is batched in the background: a slow or missing collector costs
 * a request nothing, spans beyond a bounded queue are dropped. Spans have names, routes, statuses and kinds of errors,
 * never values. Import it dynamically: the libraries are loaded only when telemetry is configured.
 */
export function startTelemetry(endpoint: string, nodeName: string | undefined, log: Logger): Telemetry {
  diag.setLogger(warningsTo(log), DiagLogLevel.WARN)
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': SCOPE,
        ...(nodeName !== undefined && { 'service.instance.id': nodeName }),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))
  const base = endpoint.replace(/\/$/, '')
  const tracing = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${base}/v1/traces` }))],
  })
  const metering = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics` }) })],
  })
  tracing.register()
  const tracer = tracing.getTracer(SCOPE)
  const meter = metering.getMeter(SCOPE)
  const durations = meter.createHistogram('http.server.request.duration', {
    description: 'Duration of HTTP server requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: durationBuckets },
  })
  setSpanRunner((name, work) => runInSpan(tracer, name, work))
  return {
    startRequest(headers) {
      const caller = propagation.extract(ROOT_CONTEXT, headers)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, caller)
      const inside = trace.setSpan(caller, span)
      return {
        run: (work) => context.with(inside, work),
        end: ({ method, route, status, seconds }) => {
          const attributes = {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          }
          span.updateName(`${method} ${route}`).setAttributes(attributes)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
          durations.record(seconds, attributes, inside)
        },
      }
    },
    gauge(name, description, read) {
      meter.createObservableGauge(name, { description }).addCallback(async (gauge) => gauge.observe(await read()))
    },
    async stop() {
      setSpanRunner(undefined)
      await withinLimit(Promise.allSettled([tracing.shutdown(), metering.shutdown()]))
      for (const api of [trace, context, propagation, diag]) api.disable()
    },
  }
}

async function runInSpan<Result>(tracer: Tracer, name: string, work: () => Promise<Result>): Promise<Result> {
  const span = tracer.startSpan(name)
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    span.setAttribute('error.type', kindOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** A code or the name of a class; messages can contain values. */
function kindOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof AppError ? error.cause : error
  if (cause instanceof AppError) return cause.code
  return cause instanceof Error ? cause.constructor.name : 'other'
}

/** A collector that is down fails every export: one line a minute is enough. */
function warningsTo(log: Logger) {
  let warnedAt = Number.NEGATIVE_INFINITY
  const warn = (message: string) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn({ reason: message }, 'OpenTelemetry does not work')
  }
  const ignore = () => {}
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
}

async function withinLimit(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_MS)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
