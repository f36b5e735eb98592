import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { busy } from '../../platform/errors.ts'
import type { HttpLimits } from './server-limits.ts'

const RESOLUTION_MS = 20
/** The event loop utilization (0 to 1) from which delays are sampled. */
const BUSY = 0.5
/** One late check is a pause, such as a garbage collection; two in a row are overload. */
const LATE_CHECKS = 2

export type LoadShedding = ReturnType<typeof watchOverload>

/** Measures the event loop delay. Rejected calls shorten it, so it recovers by itself. `measure` is in milliseconds. */
export function watchOverload(
  { lateMs, lateCheckMs }: Pick<HttpLimits, 'lateMs' | 'lateCheckMs'>,
  measure = eventLoopDelay(),
) {
  let lateChecks = 0
  let lagMs = 0
  const check = () => {
    lagMs = measure.read()
    lateChecks = lagMs > lateMs ? lateChecks + 1 : 0
  }
  const timer = setInterval(check, lateCheckMs).unref()
  return {
    /** Whether calls are rejected because the event loop is too late. */
    isOverloaded: () => lateChecks >= LATE_CHECKS,
    rejection: () => busy(),
    /** The mean event loop delay at the last check, in seconds. */
    lagSeconds: () => lagMs / 1000,
    check,
    stop: () => {
      clearInterval(timer)
      measure.stop()
    },
  }
}

export type DelayMeasure = { read(): number; stop(): void }

/** Samples delays only while the loop is busy: a timer every 20 ms is the largest cost of an idle server. */
function eventLoopDelay(): DelayMeasure {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let before = performance.eventLoopUtilization()
  let isSampled = false
  return {
    read: () => {
      // Without a sample the loop has not turned since the last check, which was late itself.
      const mean = histogram.count === 0 ? 0 : histogram.mean / 1e6 - RESOLUTION_MS
      histogram.reset()
      const now = performance.eventLoopUtilization()
      const isBusy = performance.eventLoopUtilization(now, before).utilization >= BUSY
      before = now
      if (isBusy && !isSampled) histogram.enable()
      if (!isBusy && isSampled) histogram.disable()
      isSampled = isBusy
      return Math.max(0, mean)
    },
    stop: () => histogram.disable(),
  }
}
