import type { CorrectItemInput } from '#shared/inventory-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { assertVersion, lockItemFor } from './lock-item.ts'
import { correctDisposition } from './record-disposition.ts'

/** Takes back the newest disposition: stock and ledger are as before it. */
export async function correctItem(
  ctx: CallContext,
  staff: Actor,
  { id, version, disposition, note }: CorrectItemInput,
): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const { item, mark } = await lockItemFor(app, tx, staff, { id })
    assertVersion(item, version)
    await correctDisposition(app, tx, staff, item, { id: disposition, note, mark })
  })
}
