import { applyPlannedDecisions } from '../../../inventory/problems/apply-planned.ts'
import { runRetention } from '../../../operator/operations/retention.ts'
import { releaseDuePayouts } from '../../../payouts/release-due-payouts.ts'
import { keepFigures } from '../../../reports/keep-figures.ts'
import { closeOverdueRequests } from '../../../reviews/requests/close-overdue-requests.ts'
import { markDueOrders } from '../../../tracking/mark-overdue.ts'
import type { Order } from '../model.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'
import { cameBack } from './payouts.ts'
import { importStatements } from './statements.ts'

export const machineActs: readonly Act[] = [
  {
    name: 'the server crashes and starts again',
    weight: 1,
    run: ({ shop }) => shop.crash(),
  },
  {
    name: 'time passes, and due work is done',
    weight: 4,
    async run(simulation) {
      const { shop } = simulation
      const { clock } = shop
      clock.set(clock.now().getTime() + 60_000 * (1 + simulation.chance.below(20)))
      await releaseDuePayouts(shop.ctx)
      await applyPlannedDecisions(shop.ctx)
      await simulation.payPalWork()
    },
  },
]

/** The end of each day: PayPal is heard, the statements of the day are imported, and the jobs of the night run. */
export const night: Act = {
  name: 'the day ends',
  weight: 0,
  async run(simulation) {
    const { shop } = simulation
    const waiting = simulation.model.ordersWhere(
      ({ isUnseen, money, way }) => isUnseen || (money === 'paying' && way === 'paypal'),
    )
    await simulation.payPalWork()
    const known = new Map(simulation.paypal.books().batches.map(({ item }) => [item.payoutId, item.status]))
    for (const order of waiting) {
      const status = known.get(order.payoutId ?? '')
      if (!order.payoutId || !status) continue
      await simulation.payPalWebhook(order.payoutId)
      hear(simulation, order, status)
    }
    await importStatements(simulation)
    await releaseDuePayouts(shop.ctx)
    await closeOverdueRequests(shop.ctx)
    await markDueOrders(shop.ctx)
    await runRetention(shop.ctx)
    await keepFigures(shop.ctx)
  },
}

/** What PayPal says about a payout is known now. */
function hear(simulation: Simulation, order: Order, status: string): void {
  order.isUnseen = false
  simulation.touched.add(order.id)
  const isMoving = ['PENDING', 'ONHOLD', 'UNCLAIMED'].includes(status)
  if (isMoving || status === 'SUCCESS') {
    order.money = isMoving ? 'paying' : 'paid'
    if (order.card === 'with seller' || order.card === 'given back') order.card = 'in stock'
    return
  }
  cameBack(order)
  const debt = [...simulation.model.debts.values()].find((each) => each.orderId === order.id && each.leftCents > 0)
  if (!debt) return
  // A payout that came back ends what its seller owes for the same card.
  debt.leftCents -= Math.min(debt.leftCents, order.owedCents)
  Object.assign(order, { money: 'closed', owedCents: 0 })
}
