// What the server publishes on `node:diagnostics_channel`; `deploy/opentelemetry.mjs` subscribes. Messages have our own
// names, route patterns, statuses and kinds of errors, never a URL or a value.
import { channel, tracingChannel } from 'node:diagnostics_channel'
import { AppError } from '../errors.ts'

/** The trace headers of a request (W3C Trace Context), when they come from a trusted proxy, then how it ended. */
export type RequestMessage = {
  traceparent?: string | undefined
  tracestate?: string | undefined
  outcome?: { method: string; route: string; status: number; seconds: number }
}
type SpanMessage = { name: string; errorKind?: string }
export type Gauge = { name: string; description: string; read: () => number | Promise<number> }
type StartMessage = {
  endpoint: string
  nodeName: string | undefined
  gauges: readonly Gauge[]
  warn: (reason: string) => void
}
type StopMessage = { waitFor: (work: Promise<unknown>) => void }

const PREFIX = 'gift-card-exchange'
/** Less than what a shutdown has left after its last request. */
const STOP_MS = 1_000
const spans = tracingChannel<unknown, SpanMessage>(`${PREFIX}.span`)
const started = channel(`${PREFIX}.start`)
const stopped = channel(`${PREFIX}.stop`)

/** Its `start` runs what is inside a request, its `asyncEnd` has the outcome. */
export const requestChannel = tracingChannel<unknown, RequestMessage>(`${PREFIX}.request`)

/** Runs `work` as a span of this name, when something subscribes. Names are constants, never text of a caller. */
export function inSpan<Result>(name: string, work: () => Promise<Result>) {
  if (!spans.start.hasSubscribers) return work()
  const message: SpanMessage = { name }
  return spans.start.runStores(message, async () => {
    try {
      return await work()
    } catch (error) {
      message.errorKind = kindOf(error)
      throw error
    } finally {
      spans.asyncEnd.publish(message)
    }
  })
}

/** A code or the name of a class; messages can contain values. */
function kindOf(error: unknown) {
  const cause = error instanceof Error && error.cause instanceof AppError ? error.cause : error
  if (cause instanceof AppError) return cause.code
  return cause instanceof Error ? cause.constructor.name : 'other'
}

/** Starts the export. False when nothing subscribes, so nothing will be sent. */
export function startExport(message: StartMessage) {
  started.publish(message)
  return started.hasSubscribers
}

export async function stopExport() {
  const works: Promise<unknown>[] = []
  stopped.publish({ waitFor: (work) => works.push(work) } satisfies StopMessage)
  if (works.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_MS)
  })
  await Promise.race([Promise.allSettled(works), limit])
  clearTimeout(timer)
}
