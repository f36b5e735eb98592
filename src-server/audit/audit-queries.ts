import type { TokenScope } from '#shared/api-token.ts'
import type { auditActions } from '#shared/audit.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { beforeCommit, inTransaction, type Tx } from '../platform/db/database.ts'
import type { AuditLogTable } from '../platform/db/operations-tables.ts'
import { newId } from '../platform/ids.ts'
import { lockHead } from './chain-queries.ts'
import { entryHash, NO_HASH } from './entry-hash.ts'

export type CallSource = { ip: string; apiToken: { id: string; scopes: readonly TokenScope[] } | undefined }
export type Actor = CallSource & { id: string }
/** An actor, or without id: an unknown caller, an API token or a command. */
export type AuditActor = CallSource & { id: string | null }

/** The source of what no request asks for: jobs, commands and seed data. */
export const noRequest: CallSource = { ip: '', apiToken: undefined }
/** The actor of commands and jobs on the server, which have no signed-in person. */
export const operator: AuditActor = { id: null, ...noRequest }

export type AuditAction = keyof typeof auditActions

export type AuditContext = Pick<AppContext, 'clock' | 'keyring' | 'events'>

type Entry = Omit<AuditLogTable, 'sequence' | 'hash'>

const entriesOf = new WeakMap<Tx, Entry[]>()

/**
 * Appends an entry to the chain as the last part of the transaction. `detail` is never a secret, nor a text or a
 * reference that a person typed about a customer: the chain keeps it, so it belongs encrypted in a row.
 */
export async function audit(
  app: AuditContext,
  tx: Tx,
  actor: AuditActor,
  action: AuditAction,
  objectId: string,
  detail = '',
): Promise<void> {
  const entry = {
    id: newId(),
    at: timestamp(app.clock),
    actor_id: actor.id,
    action,
    object_id: objectId,
    detail,
    ip: actor.ip,
    token_id: actor.apiToken?.id ?? null,
  }
  const earlier = entriesOf.get(tx)
  if (earlier) return void earlier.push(entry)
  const entries = [entry]
  entriesOf.set(tx, entries)
  beforeCommit(tx, () => appendEntries(app, tx, entries))
}

/** The lock makes the transaction the only writer, so the chain has no gaps or forks. */
async function appendEntries({ keyring, events }: AuditContext, tx: Tx, entries: readonly Entry[]) {
  let { sequence, hash } = (await lockHead(tx)) ?? { sequence: 0, hash: NO_HASH }
  const rows = entries.map((entry) => {
    const row = { ...entry, sequence: ++sequence }
    hash = entryHash(keyring, hash, row)
    return { ...row, hash }
  })
  await tx.insertInto('audit_log').values(rows).execute()
  await events.emit(tx, ...rows.map((row) => ({ name: 'audit.written' as const, sequence: row.sequence })))
}

/** The same in a transaction of its own; the entry is committed when the promise resolves. */
export async function auditNow(
  ctx: CallContext,
  actor: AuditActor,
  action: AuditAction,
  objectId: string,
  detail?: string,
) {
  await inTransaction(ctx, (tx) => audit(ctx.app, tx, actor, action, objectId, detail))
}
