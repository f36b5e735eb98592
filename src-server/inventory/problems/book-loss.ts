import { problemMessages } from '#shared/problem.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { findItem } from '../../payouts/item-queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { InventoryItemTable } from '../../platform/db/inventory-tables.ts'
import type { OrderProblemTable } from '../../platform/db/problem-tables.ts'
import { AppError } from '../../platform/errors.ts'
import { listDispositions } from '../disposition-queries.ts'
import { recordDisposition, standing } from '../record-disposition.ts'

/** Writes off what is in stock, or charges back what was sold; only once. Returns the new item. */
export async function bookLoss(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { submission_id, kind }: Pick<OrderProblemTable, 'submission_id' | 'kind'>,
): Promise<InventoryItemTable> {
  let item = await findItem(tx, submission_id)
  if (!item || item.state === 'withdrawn') throw new AppError('conflict', problemMessages.notPaid)
  if (item.state === 'written-off') return item
  if (item.left_face_cents > 0)
    item = await recordDisposition(app, tx, staff, item, { kind: 'written-off', cause: kind })
  if (kind === 'charged-back' && (await hasOpenSale(tx, submission_id)))
    item = await recordDisposition(app, tx, staff, item, { kind: 'charged-back' })
  if (item.state !== 'written-off') throw new AppError('conflict', problemMessages.wasSold)
  return item
}

async function hasOpenSale(tx: Tx, submissionId: string): Promise<boolean> {
  const history = standing(await listDispositions(tx, submissionId))
  const sum = (kind: 'sold' | 'charged-back') =>
    history.reduce((cents, each) => (each.kind === kind ? cents + each.amount_cents : cents), 0)
  return sum('sold') > sum('charged-back')
}
