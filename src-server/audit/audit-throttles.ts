import type { Throttle } from '../platform/events/throttle.ts'
import type { SharedState } from '../platform/shared-state.ts'

const REFUSALS_NOTED_EVERY_MS = 60_000
const READS_NOTED_EVERY_MS = 60 * 60_000

export type AuditThrottles = {
  /** Limits entries that a caller could provoke to one per minute. */
  refusals: Throttle
  /** Limits entries for reads by staff to one per hour. */
  reads: Throttle
}

export function createAuditThrottles({ createThrottle }: SharedState): AuditThrottles {
  return { refusals: createThrottle(REFUSALS_NOTED_EVERY_MS), reads: createThrottle(READS_NOTED_EVERY_MS) }
}
