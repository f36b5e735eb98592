import { closeOverdueRequests } from '../../../cases/case-clock.ts'
import { applyPlannedDecisions } from '../../../cases/decide-problem.ts'
import { expireActs } from '../../../controls/end-act.ts'
import { runRetention } from '../../../operator/operations/retention.ts'
import { releaseDuePayouts } from '../../../payouts/payout-holds.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { applyDueControls } from '../../../policies/waiting-controls.ts'
import { keepFigures } from '../../../reports/keep-figures.ts'
import { markDueOrders } from '../../../tracking/mark-overdue.ts'
import { cameBack, type Order, paid, takeCard } from '../model.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'
import { importStatements } from './statements.ts'

export const machineActs: readonly Act[] = [
  { name: 'the server crashes and starts again', weight: 1, run: ({ shop }) => shop.crash() },
  {
    name: 'time passes, and due work is done',
    weight: 4,
    async run(simulation) {
      const { ctx } = simulation.shop
      simulation.pass(MINUTE_MS * (1 + simulation.chance.below(20)))
      await releaseDuePayouts(ctx)
      await applyPlannedDecisions(ctx)
      await simulation.payPalWork()
    },
  },
]

/** The end of each day: PayPal is heard, the statements of the day are imported, and the jobs of the night run. */
export const night: Act = {
  name: 'the day ends',
  weight: 0,
  async run(simulation) {
    await hearPayPal(simulation)
    await importStatements(simulation)
    for (const job of [releaseDuePayouts, closeOverdueRequests, markDueOrders, runRetention, keepFigures])
      await job(simulation.shop.ctx)
    await expire(simulation)
    for (const { id } of simulation.model.orders.values()) simulation.touched.add(id)
  },
}

/** What has waited for too long ends, and looser controls apply after a day. */
async function expire({ model, shop }: Simulation): Promise<void> {
  await expireActs(shop.ctx)
  await applyDueControls(shop.ctx)
  await shop.ctx.policies.refresh()
  const now = shop.clock.now()
  for (const { id, end: day } of model.waiting.values()) if (day <= now.toISOString()) model.waiting.delete(id)
  if (model.looser && model.looser.due <= now.getTime()) {
    model.secondPersonFrom = model.looser.cents
    model.looser = undefined
  }
}

/** Has PayPal report all payouts that are on their way, or of which the product has not heard yet. */
async function hearPayPal(simulation: Simulation): Promise<void> {
  // An answer that was lost is asked for again after a while.
  await simulation.payPalWork()
  simulation.pass(MINUTE_MS)
  await simulation.payPalWork()
  for (const order of simulation.model.ordersWhere(isHeard)) {
    const status = order.payoutId && simulation.payPalStatus(order.payoutId)
    if (!order.payoutId || !status || simulation.model.unknown.has(order.payoutId)) continue
    await simulation.payPalWebhook(order.payoutId)
    hear(simulation, order, order.payoutId, status)
  }
}

const isHeard = ({ isUnseen, money, way }: Order) => isUnseen || (money === 'paying' && way === 'paypal')

/** What PayPal says about a payout is known now. */
function hear({ model, touched }: Simulation, order: Order, payoutId: string, status: string): void {
  order.isUnseen = false
  touched.add(order.id)
  if (status === 'SUCCESS') {
    if (order.money === 'paying') paid(model, order, payoutId)
    return
  }
  if (['PENDING', 'ONHOLD', 'UNCLAIMED'].includes(status)) {
    takeCard(model, order)
    return
  }
  cameBack(model, order)
}
