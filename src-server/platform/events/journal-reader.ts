import type { Db } from '../db/database.ts'
import {
  findNewestNumber,
  type JournalRow,
  listEventsAfter,
  listEventsWithin,
  type NumberRange,
} from './journal-queries.ts'

/** Longer than a transaction can stay open between its insert and its commit, in milliseconds. */
const GAP_MS = 30_000
/** How many numbers before the newest one can belong to transactions that are open when a node starts. */
const START_WINDOW = 10_000
const ROWS_AT_ONCE = 500
const GAPS_AT_ONCE = 100

/** Numbers without a row, and the monotonic time at which this node saw that. */
type Gap = NumberRange & { since: number }

type Parts = { db: Db; take(row: JournalRow): void; monotonicMs(): number }

/** Reads each row once, also one whose transaction commits after those of higher numbers. */
export function createJournalReader({ db, take, monotonicMs }: Parts) {
  /** Every number up to here is behind, except those in `gaps`. */
  let top = 0
  let gaps: Gap[] = []

  function advance(id: number, seenAt: number) {
    if (id > top + 1) gaps.push({ first: top + 1, last: id - 1, since: seenAt })
    top = id
  }

  async function readGaps() {
    const startedAt = monotonicMs()
    for (let at = 0, open = gaps; at < open.length; at += GAPS_AT_ONCE) {
      const ranges = open.slice(at, at + GAPS_AT_ONCE)
      await readAll(
        (after) => listEventsWithin(db, ranges, { after, limit: ROWS_AT_ONCE }),
        (row) => {
          gaps = gaps.flatMap((gap) => without(gap, row.id))
          take(row)
        },
      )
    }
    // A gap ends only after a reading that found it empty at its full age.
    gaps = gaps.filter(({ since }) => startedAt - since < GAP_MS)
  }

  return {
    /** Skips all present rows. Rows of transactions that are still open are read later. */
    async skipToEnd() {
      const newest = await findNewestNumber(db)
      const seenAt = monotonicMs()
      top = Math.max(newest - START_WINDOW, 0)
      gaps = []
      for (const { id } of await listEventsAfter(db, top, START_WINDOW)) if (id <= newest) advance(id, seenAt)
    },
    /** Passes every unread row to `take`, lowest first; late rows come before new ones. */
    async read() {
      await readGaps()
      await readAll(
        (after) => listEventsAfter(db, after, ROWS_AT_ONCE),
        (row) => {
          advance(row.id, monotonicMs())
          take(row)
        },
        top,
      )
    },
    /** Whether the number is behind: read, skipped, or missing for longer than `GAP_MS`. */
    isPast: (id: number) => id <= top && !gaps.some(({ first, last }) => first <= id && id <= last),
    /** Whether the journal ends before what was read, as after a restore. */
    isBeyondEnd: async () => (await findNewestNumber(db)) < top,
  }
}

async function readAll(next: (after: number) => Promise<JournalRow[]>, take: (row: JournalRow) => void, after = 0) {
  for (let rows = await next(after); ; rows = await next(rows.at(-1)?.id ?? 0)) {
    for (const row of rows) take(row)
    if (rows.length < ROWS_AT_ONCE) return
  }
}

function without(gap: Gap, id: number) {
  const { first, last } = gap
  if (id < first || id > last) return [gap]
  return [
    { ...gap, last: id - 1 },
    { ...gap, first: id + 1 },
  ].filter((rest) => rest.first <= rest.last)
}
