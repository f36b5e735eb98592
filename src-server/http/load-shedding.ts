import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { AppError } from '../errors.ts'
import type { HttpLimits } from './server-limits.ts'

const RESOLUTION_MS = 20
/** The part of a second the loop is at work from which on things may wait. */
const BUSY = 0.5
/** One long pause is a pause; two looks in a row are too much to do. */
const LATE_LOOKS = 2
const COME_AGAIN_SECONDS = 5

/** Whoever wants to end their session, or to know how we are, is answered always. */
const urgent: ReadonlySet<string> = new Set([
  '/api/health',
  '/api/ready',
  '/api/auth/sign-out',
  '/api/admin/logout',
  '/trpc/account.signOut',
  '/trpc/admin.session.signOut',
])

/** Whether what this path asks for can come again later. */
export function canShed(path: string): boolean {
  return !urgent.has(path.split('?', 1)[0] ?? path)
}

export type LoadShedding = {
  /** Whether calls should come again later, because everything waits too long for its turn. */
  isOverloaded(): boolean
  /** What calls are refused with meanwhile. */
  rejection(): AppError
  /** How long things waited on average in the last second, in seconds. */
  lagSeconds(): number
  /** Looks now; it does so by itself as well. */
  look(): void
  stop(): void
}

/**
 * Measures how late the event loop is. It recovers by itself: what is refused makes it shorter.
 * @param measure milliseconds of delay since the last look; tests give their own
 */
export function watchOverload(
  { lateMs, lateLookMs }: Pick<HttpLimits, 'lateMs' | 'lateLookMs'>,
  measure = eventLoopDelay(),
): LoadShedding {
  let lateLooks = 0
  let lagMs = 0
  const look = () => {
    lagMs = measure.read()
    lateLooks = lagMs > lateMs ? lateLooks + 1 : 0
  }
  const timer = setInterval(look, lateLookMs).unref()
  return {
    isOverloaded: () => lateLooks >= LATE_LOOKS,
    rejection: () =>
      new AppError('unavailable', 'We are busy. Please try again in a moment.', {
        retryAfterSeconds: COME_AGAIN_SECONDS,
      }),
    lagSeconds: () => lagMs / 1000,
    look,
    stop: () => {
      clearInterval(timer)
      measure.stop()
    },
  }
}

export type DelayMeasure = { read(): number; stop(): void }

/** A timer every 20 ms costs a server that rests more than all else it does: delays are sampled while the loop is busy. */
function eventLoopDelay(): DelayMeasure {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let before = performance.eventLoopUtilization()
  let isSampled = false
  return {
    read: () => {
      // Without a sample the loop did not turn at all since the last look, which came late itself.
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
