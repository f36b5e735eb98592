import type { ServerContext } from '../context.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { isErased } from './correct-reference.ts'
import { lockPayout } from './lock-payout.ts'
import type { LoggedAttempt } from './payout-log.ts'
import type { StoredAttempt } from './payout-log-queries.ts'
import { changePayout } from './payout-state.ts'

/**
 * Notes in `references` that the log has another reference than the restored data for a payment by hand that both have.
 * The last entry of an attempt counts.
 */
export function noteReference(
  references: Map<string, LoggedAttempt>,
  entry: LoggedAttempt,
  stored: StoredAttempt,
): void {
  const { attempt, provider, state, reference } = entry
  if (provider !== 'hand' || reference === '') return
  if (state !== 'settled' || stored.state !== 'settled') return
  if (reference === stored.reference) references.delete(attempt)
  else references.set(attempt, entry)
}

/** Repeats the corrections that were noted, except for deleted accounts. Returns their number. */
export async function replayReferences(
  app: ServerContext,
  references: ReadonlyMap<string, LoggedAttempt>,
): Promise<number> {
  let corrected = 0
  for (const { payout: id, reference } of references.values())
    await inServerTransaction(app.db, async (tx) => {
      const { payout } = await lockPayout(tx, { id })
      if (payout.state !== 'paid' || (await isErased(tx, payout))) return
      await changePayout(app, tx, payout, { reference })
      corrected++
    })
  return corrected
}
