import { findNewestSequence } from '../payouts/ledger/ledger-queries.ts'
import { nextTurn } from '../platform/clock.ts'
import { type Db, inServerTransaction, type ServerDb, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { addFigures, figureTables, findProgress, lockProgress } from './figure-queries.ts'
import { addToFigures, type Figures, noFigures } from './fold-sums.ts'
import { sumTransfers } from './transfer-sums-queries.ts'

/** Transfers in one transaction; so few, because SQLite queries are synchronous. */
const BATCH = 2000

/** Adds what the ledger has got since, each transfer once: its transaction records how far the ledger was read. */
export async function keepFigures({ db }: { db: ServerDb }, signal?: AbortSignal) {
  let added = 0
  for (;;) {
    const count = await inServerTransaction(db, addBatch)
    added += count
    if (count < BATCH || signal?.aborted) return added
    await nextTurn()
  }
}

async function addBatch(tx: Tx) {
  const { after_sequence, until_sequence: after } = await lockProgress(tx)
  const until = Math.min(await findNewestSequence(tx), after + BATCH)
  if (until <= after) return 0
  const figures = await readFigures(tx, after, until)
  for (const of of figureTables) await addFigures(tx, of, [...figures[of].values()])
  await table('figure_progress').update(tx, { id: 1 }, { after_sequence, until_sequence: until })
  return until - after
}

/** The figures of the transfers with a number above `after`, up to `until`, in parts of which each is a short query. */
export async function readFigures(db: Db, after: number, until: number) {
  const figures = noFigures()
  for (let at = after; at < until; at += BATCH) {
    if (at > after) await nextTurn()
    addToFigures(figures, await sumTransfers(db, at, Math.min(at + BATCH, until)))
  }
  return figures
}

/** `read` gets the figures of transfers that the stored ones lack, of the same moment: else both are read again. */
export async function withPresent<Result>(db: Db, read: (present: Figures) => Promise<Result>) {
  for (;;) {
    const before = await findProgress(db)
    const result = await read(await readFigures(db, before.until_sequence, await findNewestSequence(db)))
    const after = await findProgress(db)
    if (after.until_sequence === before.until_sequence && after.after_sequence === before.after_sequence) return result
  }
}

/** From now on the figures have only later transfers: those before are of orders that no longer exist. */
export async function restartFigures(tx: Tx) {
  await lockProgress(tx)
  const newest = await findNewestSequence(tx)
  await table('figure_progress').update(tx, { id: 1 }, { after_sequence: newest, until_sequence: newest })
}
