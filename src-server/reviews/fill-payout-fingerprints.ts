import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { openPayout } from '../submissions/sealed-columns.ts'
import { payoutFingerprint } from '../vault/fingerprint.ts'
import { listWithoutPayoutFingerprint, updatePayoutFingerprint } from './fingerprint-queries.ts'

/** So many orders in one transaction; nobody waits for more. */
const BATCH = 100
/** So many in one run; the next run goes on. */
const MOST = 5_000

/** Gives orders from before fingerprints theirs, a bounded number of them; answers how many. */
export async function fillPayoutFingerprints(ctx: AppContext): Promise<number> {
  let filled = 0
  while (filled < MOST) {
    const rows = await listWithoutPayoutFingerprint(ctx.db, BATCH)
    const found = rows.flatMap((row) => {
      const payout = openPayout(ctx.keyring, row)
      return payout ? [{ id: row.id, fingerprint: payoutFingerprint(ctx.keyring, payout) }] : []
    })
    if (found.length === 0) break
    await inTransaction(ctx.db, async (tx) => {
      for (const { id, fingerprint } of found) await updatePayoutFingerprint(tx, id, fingerprint)
    })
    filled += found.length
  }
  return filled
}
