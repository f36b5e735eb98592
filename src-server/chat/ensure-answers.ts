import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { listCannedResponses, markFirstAnswers, upsertCannedResponse } from './canned-response-queries.ts'
import { firstAnswers } from './first-answers.ts'

/** Saves the first answers, once in the life of a site, and none beside answers that the team has already. */
export async function ensureAnswers({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  const now = timestamp(clock)
  await inServerTransaction(db, async (tx) => {
    if (!(await markFirstAnswers(tx, now)) || (await listCannedResponses(tx)).length > 0) return
    for (const answer of firstAnswers) await upsertCannedResponse(tx, { id: newId(), ...answer, updated_at: now })
  })
}
