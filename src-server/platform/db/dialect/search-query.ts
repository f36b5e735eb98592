import type { QueueStatus } from '#shared/queue.ts'

export const searchedColumns = ['email', 'card_type', 'id'] as const

export type IndexSearch = {
  statuses: readonly QueueStatus[] | undefined
  search: string
  /** The parts of `search` to look up, each of at least three characters; see `indexedPart`. */
  texts: readonly string[]
  /** Whether the index alone is exact. */
  isWhole: boolean
}
/** `amongNewest`: only this many of the newest submissions were searched. */
export type IndexedMatches = { found: { id: string; created_at: string }[]; amongNewest?: number }
