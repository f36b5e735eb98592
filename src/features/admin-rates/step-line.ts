import type { RateHistory } from '#shared/catalogue-schema.ts'

const DAY_MS = 86_400_000
const HISTORY_DAYS = 90

/** A rate from one time to another, as fractions of the drawn days. */
export type StepPiece = { from: number; to: number; lowBps: number; highBps: number; isPaused: boolean }

/** The first drawn moment, in epoch milliseconds: 90 days before `now`, or the first version if that is younger. */
export function drawnFrom(steps: RateHistory['steps'], now: number): number {
  return Math.max(now - HISTORY_DAYS * DAY_MS, Date.parse(steps[0]?.madeAt ?? ''))
}

/** The rates since `drawnFrom` until `now` (epoch milliseconds), oldest first. */
export function stepPieces(steps: RateHistory['steps'], now: number): StepPiece[] {
  const start = drawnFrom(steps, now)
  const share = (time: number) => (time <= start ? 0 : Math.min(1, (time - start) / (now - start)))
  return steps.flatMap(({ madeAt, terms: { bands, state } }, at): StepPiece[] => {
    const from = share(Date.parse(madeAt))
    const next = steps[at + 1]
    const to = next ? share(Date.parse(next.madeAt)) : 1
    const rates = bands.map(({ rateBps }) => rateBps)
    if (to <= from && next) return []
    return [{ from, to, lowBps: Math.min(...rates), highBps: Math.max(...rates), isPaused: state !== 'active' }]
  })
}

/** The drawn percentages in basis points: whole ones around all rates. */
export function rateScale(pieces: readonly StepPiece[]): { low: number; high: number } {
  const low = Math.floor(Math.min(...pieces.map(({ lowBps }) => lowBps)) / 100) * 100 - 100
  const high = Math.ceil(Math.max(...pieces.map(({ highBps }) => highBps)) / 100) * 100 + 100
  return { low: Math.max(0, low), high }
}
