import type { ItemDetail } from '#shared/inventory-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import type { AppContext } from '../context.ts'
import { findItem } from '../payouts/item-queries.ts'
import { findPayout, listAttempts } from '../payouts/payout-queries.ts'
import { notFound } from '../platform/errors.ts'
import { fieldsOf, moneyOf, withoutNulls } from '../platform/without-nulls.ts'
import { findSeller, listNamedDispositions } from './item-detail-queries.ts'
import { dispositionViews, viewItems } from './item-views.ts'
import { findOpenLotOf } from './lots/lot-queries.ts'

export async function getItem(app: AppContext, id: string): Promise<ItemDetail> {
  const { db } = app
  const row = await findItem(db, id)
  const payout = row && (await findPayout(db, row.payout_id))
  const [view] = row ? await viewItems(app, [row]) : []
  if (!row || !payout || !view) throw notFound()
  const fees = (await listAttempts(db, payout.id)).reduce((sum, { fee_cents }) => sum + (fee_cents ?? 0), 0)
  return {
    ...view,
    ...withoutNulls({ openLotId: await findOpenLotOf(db, id) }),
    customer: (await findSeller(db, row.user_id)) ?? { id: row.user_id, name: '' },
    payout: {
      ...fieldsOf(payout, 'id', 'state'),
      ...moneyOf(payout, 'amount_cents'),
      fee: dollarsFromCents(fees),
      ...withoutNulls(fieldsOf(payout, 'provider', 'reference')),
    },
    dispositions: dispositionViews(app, row, await listNamedDispositions(db, [id])),
  }
}
