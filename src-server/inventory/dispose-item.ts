import type { DisposeItemInput } from '#shared/inventory-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { lockItemFor } from './lock-item.ts'
import { recordOnce } from './record-once.ts'

/** A repeat with the same kind and reference changes nothing. */
export async function disposeItem(ctx: CallContext, staff: Actor, input: DisposeItemInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) =>
    recordOnce(app, tx, staff, await lockItemFor(app, tx, staff, { id: input.id }), input),
  )
}
