import type { ConfirmedStep } from '#shared/setup.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'

/** Records that an owner has looked at what the system has and found it right. A repeat changes nothing. */
export async function confirmStep(ctx: CallContext, owner: Actor, { step }: { step: ConfirmedStep }) {
  await inTransaction(ctx, async (tx, app) => {
    if (await table('setup_marks').insertOnce(tx, { mark: step, made_by: owner.id, made_at: timestamp(app.clock) }))
      await audit(app, tx, owner, 'setup.confirmed', 'setup', step)
  })
}
