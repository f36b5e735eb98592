import { predefinedReasons } from '#shared/return-reasons.ts'
import type { SavedReason, SavedReasonsInput } from '#shared/review-schema.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import type { AppContext } from '../context.ts'
import { listGivenReasons } from './review-queries.ts'

const LOOK_BACK = 500
const MAX_CUSTOM = 20
/** A reason with fewer uses applies to one submission only. */
const LEAST_USES = 2

/** The listed reasons and the staff's own for this brand, most used first. */
export async function listSavedReasons(app: AppContext, input: SavedReasonsInput): Promise<SavedReason[]> {
  const uses = new Map<string, number>()
  for (const text of await listGivenReasons(app.db, input, LOOK_BACK)) uses.set(text, (uses.get(text) ?? 0) + 1)
  const ready = statusReasons[input.status].map((text) => ({ text, uses: uses.get(text) ?? 0, isCustom: false }))
  const custom = [...uses]
    .filter(([text, times]) => times >= LEAST_USES && !predefinedReasons.has(text))
    .map(([text, times]) => ({ text, uses: times, isCustom: true }))
    .sort(byUses)
    .slice(0, MAX_CUSTOM)
  return [...ready, ...custom].sort(byUses)
}

function byUses(one: SavedReason, other: SavedReason): number {
  return other.uses - one.uses
}
