import type { PurgeTable } from '../../platform/db/operations-tables.ts'
import type { LoggedKind } from '../../platform/signed-logs/signed-log.ts'

export type LoggedPurge = Omit<PurgeTable, 'sequence'>

/** What was purged: a restore purges it again. A forged line would make a restore delete data. */
export const loggedPurges: LoggedKind<LoggedPurge> = {
  kind: 'purge',
  former: 'purges.jsonl',
  numbered: ['purges', 'id'],
  async listAfter(db, after, limit) {
    const rows = db
      .selectFrom('purges')
      .select(['id', 'what', 'subject_id', 'at'])
      .select(({ ref }) => ref('sequence').$castTo<number>().as('sequence'))
      .where('sequence', '>', after)
    return (await rows.orderBy('sequence').limit(limit).execute()).map(({ sequence, ...entry }) => ({
      sequence,
      entry,
    }))
  },
}
