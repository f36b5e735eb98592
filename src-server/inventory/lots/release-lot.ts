import { lotMessages } from '#shared/lot.ts'
import type { ReleaseLotInput } from '#shared/lot-schema.ts'
import { roundedCents } from '#shared/money.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { listPayers } from '../../payouts/second-person-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { LotTable } from '../../platform/db/inventory-tables.ts'
import { AppError, conflict, invalid } from '../../platform/errors.ts'
import { getLot, listLotRows, updateLot } from './lot-queries.ts'

/** Its maker may release it only while no one else may, and repeats the sum. */
export async function releaseLot(ctx: CallContext, staff: Actor, { id, amount }: ReleaseLotInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const lot = await getLot(tx, id)
    if (lot.state !== 'made') throw conflict(lotMessages.notMade)
    const detail = await assertMayRelease(tx, staff, lot, amount)
    await updateLot(tx, lot, { state: 'released', released_by: staff.id, released_at: timestamp(app.clock) })
    await audit(app, tx, staff, 'lot.released', id, detail)
  })
}

/** Returns the detail of the audit entry. */
async function assertMayRelease(tx: Tx, staff: Actor, lot: LotTable, amount: number | undefined): Promise<string> {
  if (lot.made_by !== staff.id) return 'second person'
  const others = (await listPayers(tx)).filter((id) => id !== staff.id)
  if (others.length > 0) throw new AppError('forbidden', lotMessages.ownLot)
  const cents = (await listLotRows(tx, lot.id)).reduce((sum, { price_cents }) => sum + price_cents, 0)
  if (amount === undefined || roundedCents(amount) !== cents) throw invalid('amount', lotMessages.typeSum)
  return 'alone'
}
