import { lotMessages } from '#shared/lot.ts'
import type { ReleaseActInput } from '#shared/waiting-act-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { assertMayRelease } from '../../controls/second-person.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { getLot, listLotRows, updateLot } from './lot-queries.ts'

/** Its maker may release it only while no one else may, and repeats the sum. */
export async function releaseLot(ctx: CallContext, staff: Actor, { id, amount }: ReleaseActInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const lot = await getLot(tx, id)
    if (lot.state !== 'made') throw conflict(lotMessages.notMade)
    const cents = (await listLotRows(tx, id)).reduce((sum, { price_cents }) => sum + price_cents, 0)
    const detail = await assertMayRelease(app, tx, staff, { askedBy: lot.made_by, cents, amount })
    await updateLot(tx, lot, { state: 'released', released_by: staff.id, released_at: timestamp(app.clock) })
    await audit(app, tx, staff, 'lot.released', id, detail)
  })
}
