import { policyMessages } from '#shared/policy-messages.ts'
import type { ChangePolicyInput, PolicyVersion } from '#shared/policy-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'
import { addVersion } from './add-version.ts'
import { policyNameOf, policyValuesOf, readPolicy, unchangedFields } from './policies.ts'
import { splitLooser, wait, withWaiting } from './waiting-controls.ts'

/** Other nodes apply it within a second. Looser controls wait for a second person, or for a day. */
export async function changePolicy(ctx: CallContext, owner: Actor, input: ChangePolicyInput): Promise<PolicyVersion> {
  const { base } = input
  const name = policyNameOf(input.name)
  const changed = await inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'policies')
    const current = await readPolicy(tx, name)
    const values = policyValuesOf(name, { ...unchangedFields(current), ...input.values })
    if (current.version !== base) throw conflict(policyMessages.conflict)
    const { now, later } = splitLooser(current, values)
    await addVersion(app, tx, owner, current, { values: now, madeBy: owner.id })
    if (name === 'controls')
      await table('setup_marks').insertOnce(tx, { mark: name, made_by: owner.id, made_at: timestamp(app.clock) })
    if (later) await wait(app, tx, owner, later, now)
    return withWaiting(tx, await readPolicy(tx, name), owner.id)
  })
  await ctx.app.policies.refresh()
  return changed
}
