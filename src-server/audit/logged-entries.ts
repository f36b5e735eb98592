import type { Db } from '../platform/db/database.ts'
import { idsOf } from '../platform/ids.ts'
import type { LoggedKind } from '../platform/signed-logs/signed-log.ts'
import { fieldsOf } from '../platform/without-nulls.ts'

/** `by` may be ''. */
export type LoggedEntry = Readonly<Record<'id' | 'action' | 'object' | 'detail' | 'by' | 'at', string>>

/** The audit log: a restore lists what was done since and is not repeated. */
export const loggedEntries: LoggedKind<LoggedEntry> = {
  kind: 'audit',
  numbered: ['audit_log', 'id'],
  async listAfter(db, after, limit) {
    const rows = db
      .selectFrom('audit_log')
      .select(['id', 'at', 'actor_id', 'action', 'object_id', 'detail'])
      .select(({ ref }) => ref('sequence').$castTo<number>().as('sequence'))
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
    return (await rows.execute()).map(({ sequence, ...row }) => ({
      sequence,
      entry: { ...fieldsOf(row, 'id', 'action', 'object_id as object', 'detail', 'at'), by: row.actor_id ?? '' },
    }))
  },
}

export async function listKnownEntries(db: Db, ids: readonly string[]) {
  return new Set(idsOf(await db.selectFrom('audit_log').select('id').where('id', 'in', ids).execute()))
}
