import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { newId } from '../platform/ids.ts'
import { firstAnswers } from './first-answers.ts'

/** Saves the first answers, once in the life of a site, and none beside answers that the team has already. */
export async function ensureAnswers({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  const now = timestamp(clock)
  await inServerTransaction(db, async (tx) => {
    if (
      !(await table('setup_marks').insertOnce(tx, { mark: 'answers', made_by: null, made_at: now })) ||
      (await table('canned_responses').list(tx, {}, 'shortcut')).length > 0
    )
      return
    for (const answer of firstAnswers)
      await table('canned_responses').insert(tx, { id: newId(), ...answer, updated_at: now })
  })
}
