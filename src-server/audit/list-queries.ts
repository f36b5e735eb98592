import { type ExpressionBuilder, sql } from 'kysely'
import { customerSignIns } from '#shared/audit.ts'
import type { AuditListInput } from '#shared/audit-schema.ts'
import { cleanText } from '#shared/clean-text.ts'
import { containsText } from '../platform/db/contains-text.ts'
import type { Db } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'

const MAX_PEOPLE = 100

export type AuditRow = Awaited<ReturnType<typeof listAuditRows>>[number]

export async function findPeople(db: Db, person: string) {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((where) =>
      where.or([
        where('id', '=', person),
        where('email', '=', cleanText.email(person).toLowerCase()),
        where('username', '=', person.toLowerCase()),
        containsText('name', person),
      ]),
    )
    .limit(MAX_PEOPLE)
    .execute()
  return rows.map(({ id }) => id)
}

export async function listAuditRows(db: Db, input: AuditListInput & { actorIds: string[] | undefined }) {
  const { action, withoutSignIns, objectId, from, until, before, limit, actorIds } = input
  return db
    .selectFrom('audit_log')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('users as object', 'object.id', 'audit_log.object_id')
    .leftJoin('api_tokens as object_token', 'object_token.id', 'audit_log.object_id')
    .leftJoin('payout_lines as paid', 'paid.payout_id', 'audit_log.object_id')
    .leftJoin('api_tokens as token', 'token.id', 'audit_log.token_id')
    .select(['audit_log.at', 'audit_log.actor_id', 'audit_log.action', 'audit_log.object_id', 'audit_log.detail'])
    .select(['audit_log.ip', 'audit_log.sequence', 'audit_log.token_id'])
    .select(['actor.name as actor_name', 'actor.username as actor_username'])
    .select(['object.name as object_name', 'object_token.name as object_token', 'token.name as token_name'])
    .select('paid.submission_id as object_order')
    .where('audit_log.sequence', 'is not', null)
    .$if(actorIds !== undefined, (query) => query.where('audit_log.actor_id', 'in', actorIds ?? []))
    .$if(action !== undefined, (query) => query.where('audit_log.action', '=', action ?? ''))
    .$if(withoutSignIns === true, (query) => query.where('audit_log.action', 'not in', customerSignIns))
    .$if(objectId !== undefined, (query) =>
      // Select ids, not sequences, so that SQLite reads both parts from indexes instead of scanning every photo entry.
      query.where('audit_log.id', 'in', (entries) =>
        entries
          .selectFrom('audit_log')
          .select('id')
          .where('object_id', '=', objectId ?? '')
          .union(
            entries
              .selectFrom('audit_log')
              .select('id')
              .where('action', '=', sql.lit('file.viewed'))
              .where('detail', '=', objectId ?? ''),
          ),
      ),
    )
    .$if(from !== undefined, (query) =>
      query
        .where('audit_log.sequence', '>=', (entries) => edge(entries, 'min', { from, until }))
        .where('audit_log.at', '>=', from ?? ''),
    )
    .$if(until !== undefined, (query) =>
      query
        .where('audit_log.sequence', '<=', (entries) => edge(entries, 'max', { from, until }))
        .where('audit_log.at', '<', until ?? ''),
    )
    .$if(before !== undefined, (query) => query.where('audit_log.sequence', '<', before ?? 0))
    .orderBy('audit_log.sequence', 'desc')
    .limit(limit)
    .execute()
}

/** The first or last sequence in a time range, from an index: after a wrong clock, times do not follow sequences. */
function edge(
  { selectFrom }: ExpressionBuilder<Schema, 'audit_log'>,
  which: 'min' | 'max',
  { from, until }: Pick<AuditListInput, 'from' | 'until'>,
) {
  return (
    selectFrom('audit_log')
      // The sum keeps the database from searching the entries by sequence.
      .select(sql<number>`${sql.raw(which)}(sequence + 0)`.as('sequence'))
      .$if(from !== undefined, (query) => query.where('at', '>=', from ?? ''))
      .$if(until !== undefined, (query) => query.where('at', '<', until ?? ''))
  )
}
