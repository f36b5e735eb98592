import type { AuditLine, AuditListInput } from '#shared/audit-schema.ts'
import type { AppContext } from '../context.ts'
import { type AuditRow, findPeople, listAuditRows } from './list-queries.ts'

/** Newest first. `older` is the `before` of the next page, or null. */
export async function listEntries(app: AppContext, input: AuditListInput) {
  const actorIds = input.person ? await findPeople(app.db, input.person) : undefined
  const given = { ...input, objectId: input.objectId || undefined, from: utc(input.from), until: utc(input.until) }
  const rows = await listAuditRows(app.db, { ...given, actorIds, limit: input.limit + 1 })
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return { entries: page.map(lineOf), older: rows.length > page.length ? (last?.sequence ?? null) : null }
}

function utc(moment: string | undefined) {
  return moment === undefined ? undefined : new Date(moment).toISOString()
}

function lineOf(row: AuditRow): AuditLine {
  return {
    sequence: row.sequence ?? 0,
    at: row.at,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name || row.actor_username || 'Unknown' },
    token: row.token_id === null ? null : (row.token_name ?? row.token_id),
    action: row.action,
    objectId: row.object_id,
    objectName: row.object_token ?? row.object_name ?? row.object_order,
    detail: row.detail,
    ip: row.ip,
  }
}
