export const SESSION_CHECK_MS = 60_000
export const SESSION_WARNING_MS = 5 * 60_000

/** How a staff session stands at `now`: `minutes` is rounded up, so 'ends in 1 minute' is said until the end. */
export type SessionEnd = { kind: 'open' } | { kind: 'ending'; minutes: number } | { kind: 'over' }

/** Where a session that ends at `endsAt` (ISO 8601) stands; an unreadable time counts as over. */
export function sessionEnd(endsAt: string, now: number): SessionEnd {
  const left = Date.parse(endsAt) - now
  if (!(left > 0)) return { kind: 'over' }
  return left <= SESSION_WARNING_MS ? { kind: 'ending', minutes: Math.ceil(left / 60_000) } : { kind: 'open' }
}
