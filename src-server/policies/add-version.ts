import type { PolicyVersion } from '#shared/policy-schema.ts'
import { type AuditActor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'

type NewVersion = { values: object; madeBy: string; note?: string }

/** Unless nothing differs. What waited is overtaken. The transaction has the lock of policies. */
export async function addVersion(
  app: AppContext,
  tx: Tx,
  actor: AuditActor,
  { name, version: base, values: former }: PolicyVersion,
  { values, madeBy, note }: NewVersion,
) {
  const changes = changesBetween(former, values)
  if (changes.length === 0) return
  const version = base + 1
  const made = { made_by: madeBy, made_at: timestamp(app.clock) }
  await table('policies').insert(tx, { name, version, body: JSON.stringify(values), ...made })
  await table('waiting_policies').remove(tx, { name })
  const detail = [`${name} ${version}: ${changes.join(', ')}`, note].filter(Boolean).join('; ')
  await audit(app, tx, actor, 'policy.changed', name, detail)
  await app.events.emit(tx, { name: 'policy.changed', policy: name })
}

/** The new values, such as 'stuckMinutes 45'. */
export function changesBetween(former: object, values: object): string[] {
  const before = new Map<string, unknown>(Object.entries(former))
  return Object.entries(values)
    .filter(([field, value]) => before.get(field) !== value)
    .map(([field, value]) => `${field} ${value ?? 'none'}`)
}
