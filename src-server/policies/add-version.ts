import type { PolicyName } from '#shared/policy.ts'
import type { PolicyVersion } from '#shared/policy-schema.ts'
import { getPerson } from '../accounts/account-queries.ts'
import { type AuditActor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'

type NewVersion = { values: object; madeBy: string; note?: string }

/** Unless nothing differs. What waited ends as overtaken. The transaction has the lock of policies. */
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
  await overtake(app, tx, actor, name)
  const detail = [`${name} ${version}: ${changes.join(', ')}`, note].filter(Boolean).join('; ')
  await audit(app, tx, actor, 'policy.changed', name, detail)
  await app.events.emit(tx, { name: 'policy.changed', policy: name })
}

/** Ends what waits for a second person because of a later change, and mails the address of the site who has asked. */
export async function overtake(app: AppContext, tx: Tx, actor: AuditActor, name: PolicyName) {
  const row = await table('waiting_policies').find(tx, { name })
  if (!row) return
  await table('waiting_policies').remove(tx, { name })
  await audit(app, tx, actor, 'policy.overtaken', name)
  const { name: asker } = await getPerson(tx, row.made_by)
  const to = { id: row.made_by, email: app.site.current.supportEmail }
  await enqueueMail(tx, app, to, { kind: 'controls-overtaken', name: asker })
}

/** The new values, such as 'stuckMinutes 45'. */
export function changesBetween(former: object, values: object) {
  const before = new Map<string, unknown>(Object.entries(former))
  return Object.entries(values)
    .filter(([field, value]) => before.get(field) !== value)
    .map(([field, value]) => `${field} ${value ?? 'none'}`)
}
