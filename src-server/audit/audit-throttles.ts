import type { SharedState } from '../platform/shared-state.ts'

const REFUSALS_NOTED_EVERY_MS = 60_000
const READS_NOTED_EVERY_MS = 60 * 60_000

/** They limit the entries that a caller could provoke, and those for reads by staff. */
export function createAuditThrottles({ createThrottle }: SharedState) {
  return { refusals: createThrottle(REFUSALS_NOTED_EVERY_MS), reads: createThrottle(READS_NOTED_EVERY_MS) }
}
