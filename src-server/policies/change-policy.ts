import { policyMessages } from '#shared/policy-messages.ts'
import type { ChangePolicyInput, PolicyVersion } from '#shared/policy-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'
import { policyNameOf, policyValuesOf, readPolicy, unchangedFields } from './policies.ts'

/** Creates the next version, unless nothing differs. The other nodes apply it within a second. */
export async function changePolicy(ctx: CallContext, owner: Actor, input: ChangePolicyInput): Promise<PolicyVersion> {
  const { base } = input
  const name = policyNameOf(input.name)
  const changed = await inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'policies')
    const current = await readPolicy(tx, name)
    const values = policyValuesOf(name, { ...unchangedFields(current), ...input.values })
    if (current.version !== base) throw conflict(policyMessages.conflict)
    const changes = changesBetween(current.values, values)
    if (changes.length === 0) return current
    const version = base + 1
    const body = JSON.stringify(values)
    await table('policies').insert(tx, { name, version, body, made_by: owner.id, made_at: timestamp(app.clock) })
    await audit(app, tx, owner, 'policy.changed', name, `${name} ${version}: ${changes.join(', ')}`)
    await app.events.emit(tx, { name: 'policy.changed', policy: name })
    return readPolicy(tx, name)
  })
  await ctx.app.policies.refresh()
  return changed
}

/** The new values, such as 'stuckMinutes 45'. */
function changesBetween(former: object, values: object): string[] {
  const before = new Map<string, unknown>(Object.entries(former))
  return Object.entries(values)
    .filter(([field, value]) => before.get(field) !== value)
    .map(([field, value]) => `${field} ${value ?? 'none'}`)
}
