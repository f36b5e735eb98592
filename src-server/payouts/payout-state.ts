import { type PayoutState, payoutMessages } from '#shared/payout.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'
import { settleWait } from '../submissions/waiting-time.ts'
import { recordBought, withdrawItem } from './bought-item.ts'
import { findPaidOrder, updatePayout } from './payout-queries.ts'

/** From which states a payout gets into each state. */
const before: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  held: ['ready'],
  ready: ['held', 'sending'],
  sending: ['ready'],
  sent: ['sending'],
  paid: ['sending', 'sent'],
  failed: ['sending', 'sent'],
  returned: ['sent', 'paid'],
  canceled: ['held', 'ready', 'sent', 'paid'],
}

/** With these the order has no payout any more, and may get another one. */
const endsLine: ReadonlySet<PayoutState> = new Set(['failed', 'returned', 'canceled'])

type Changes = Partial<Omit<PayoutTable, 'id' | 'state' | 'version'>>

/** Moves a payout to another state, the only way its state changes. Conflicts when a concurrent change was first. */
export async function changeState(
  app: AppContext,
  tx: Tx,
  payout: PayoutTable,
  state: PayoutState,
  changes: Changes = {},
): Promise<PayoutTable> {
  if (!before[state].includes(payout.state)) throw conflict(payoutMessages.wrongState)
  return write(app, tx, payout, { ...changes, state })
}

/** Changes a payout that stays in its state. */
export async function changePayout(app: AppContext, tx: Tx, payout: PayoutTable, changes: Changes) {
  return write(app, tx, payout, changes)
}

async function write(app: AppContext, tx: Tx, payout: PayoutTable, changes: Partial<PayoutTable>) {
  if (!(await updatePayout(tx, payout, changes))) throw conflict(payoutMessages.changed)
  const changed = { ...payout, ...changes, version: payout.version + 1 }
  const order = await findPaidOrder(tx, payout.id)
  const { state } = changes
  if (order && (state === 'sent' || state === 'paid')) await recordBought(app, tx, changed, order)
  if (state && endsLine.has(state)) {
    await table('payout_lines').update(tx, { payout_id: payout.id }, { is_live: 0, is_contradicted: 0 })
    if (order) {
      await settleWait(app, tx, order.id)
      await withdrawItem(app, tx, changed, order)
    }
  }
  await emitPayoutChanged(app, tx, payout, order?.id)
  return changed
}

/** Notifies the pages of the customer and of staff that a payout is new or has changed. */
export async function emitPayoutChanged(
  app: AppContext,
  tx: Tx,
  { id, user_id }: Pick<PayoutTable, 'id' | 'user_id'>,
  orderId: string | undefined,
): Promise<void> {
  const submissionIds = orderId === undefined ? [] : [orderId]
  await app.events.emit(tx, { name: 'payout.changed', payoutId: id, customerId: user_id, submissionIds })
}
