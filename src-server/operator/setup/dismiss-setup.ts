import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'

/** Hides the card of the steps from all owners, or shows it again. A repeat changes nothing. */
export async function dismissSetup(ctx: CallContext, owner: Actor, { isDismissed }: { isDismissed: boolean }) {
  await inTransaction(ctx, async (tx, app) => {
    const mark = { mark: 'dismissed', made_by: owner.id, made_at: timestamp(app.clock) } as const
    const isChanged = isDismissed
      ? await table('setup_marks').insertOnce(tx, mark)
      : await table('setup_marks').remove(tx, { mark: 'dismissed' })
    if (isChanged) await audit(app, tx, owner, isDismissed ? 'setup.dismissed' : 'setup.shown', 'setup')
  })
}
