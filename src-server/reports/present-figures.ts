import { findNewestSequence } from '../payouts/ledger/ledger-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { findProgress } from './figure-queries.ts'
import type { Figures } from './fold-sums.ts'
import { readFigures } from './keep-figures.ts'

/** `read` gets the figures of transfers that the stored ones lack, of the same moment: else both are read again. */
export async function withPresent<Result>(db: Db, read: (present: Figures) => Promise<Result>): Promise<Result> {
  for (;;) {
    const before = await findProgress(db)
    const result = await read(await readFigures(db, before.until_sequence, await findNewestSequence(db)))
    const after = await findProgress(db)
    if (after.until_sequence === before.until_sequence && after.after_sequence === before.after_sequence) return result
  }
}
