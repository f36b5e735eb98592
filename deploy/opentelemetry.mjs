// Sends the server's traces and metrics to an OpenTelemetry collector: node --import /opt/otel/opentelemetry.mjs, from a
// folder with the packages below (docs/operations.md). Export is batched in the background: a slow or missing collector
// costs a request nothing, and spans beyond a bounded queue are dropped.
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, tracingChannel } from 'node:diagnostics_channel'
import { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

const NAME = 'gift-card-exchange'
const WARN_EVERY_MS = 60_000
/** Upper bounds in seconds, as OpenTelemetry's conventions for HTTP recommend. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const propagator = new W3CTraceContextPropagator()
const headerOf = { get: (message, name) => message[name], keys: (message) => Object.keys(message) }

/** The context of the work that runs, and the spans that are open, by their message. */
const current = new AsyncLocalStorage()
const open = new WeakMap()
let sdk

subscribe(`${NAME}.start`, (message) => {
  sdk ??= start(message)
})
subscribe(`${NAME}.stop`, ({ waitFor }) => {
  if (sdk) waitFor(sdk.stop())
  sdk = undefined
})

const request = tracingChannel(`${NAME}.request`)
request.start.bindStore(current, (message) => {
  const caller = propagator.extract(ROOT_CONTEXT, message, headerOf)
  return begin(message, 'request', caller, { kind: SpanKind.SERVER })
})
request.asyncEnd.subscribe((message) => {
  const { method, route, status, seconds } = message.outcome
  const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status }
  const { span, inside } = open.get(message) ?? {}
  span?.updateName(`${method} ${route}`).setAttributes(attributes)
  if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
  span?.end()
  sdk?.durations.record(seconds, attributes, inside)
})

const span = tracingChannel(`${NAME}.span`)
span.start.bindStore(current, (message) => begin(message, message.name, current.getStore() ?? ROOT_CONTEXT))
span.asyncEnd.subscribe((message) => {
  const { span } = open.get(message) ?? {}
  if (message.errorKind) span?.setAttribute('error.type', message.errorKind)
  span?.end()
})

/** Begins a span unless its message has one. Returns the context inside it. */
function begin(message, name, parent, options) {
  if (!sdk) return parent
  if (!open.has(message)) {
    const span = sdk.tracer.startSpan(name, options, parent)
    open.set(message, { span, inside: trace.setSpan(parent, span) })
  }
  return open.get(message).inside
}

function start({ endpoint, nodeName, gauges, warn }) {
  diag.setLogger(rarely(warn), DiagLogLevel.WARN)
  const own = { 'service.name': NAME, ...(nodeName !== undefined && { 'service.instance.id': nodeName }) }
  const resource = defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }))
  const base = endpoint.replace(/\/$/, '')
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${base}/v1/traces` }))]
  const tracing = new NodeTracerProvider({ resource, spanProcessors })
  const exporter = new OTLPMetricExporter({ url: `${base}/v1/metrics` })
  const metering = new MeterProvider({ resource, readers: [new PeriodicExportingMetricReader({ exporter })] })
  const meter = metering.getMeter(NAME)
  for (const { name, description, read } of gauges)
    meter.createObservableGauge(name, { description }).addCallback(async (gauge) => gauge.observe(await read()))
  return {
    tracer: tracing.getTracer(NAME),
    durations: meter.createHistogram('http.server.request.duration', {
      description: 'Duration of HTTP server requests.',
      unit: 's',
      advice: { explicitBucketBoundaries: durationBuckets },
    }),
    stop: () => Promise.allSettled([tracing.shutdown(), metering.shutdown()]).finally(() => diag.disable()),
  }
}

/** A collector that is down fails every export: one line a minute is enough. */
function rarely(warn) {
  let warnedAt = Number.NEGATIVE_INFINITY
  const once = (message) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    warn(message)
  }
  const ignore = () => {}
  return { error: once, warn: once, info: ignore, debug: ignore, verbose: ignore }
}
