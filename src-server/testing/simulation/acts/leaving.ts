import { end, isUndecided, type Order } from '../model.ts'
import { type Seller, sellers } from '../persons.ts'
import { password } from '../shop.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'

/** A seller whose account is gone signs up again. What waited about their orders may have ended. */
async function signUpAgain(simulation: Simulation, seller: Seller, orders: readonly Order[]): Promise<void> {
  const { model, shop, formerIds } = simulation
  const listed = await simulation.api('boss').waitingActs.list()
  for (const { id, orders: about } of model.waiting.values())
    if (
      about.some((order) => orders.includes(order)) &&
      !listed.some((act) => act.id === id && act.state === 'waiting')
    )
      model.waiting.delete(id)
  formerIds.set(seller, simulation.idsOf(seller))
  await shop.register(seller)
}

export const leavingActs: readonly Act[] = [
  {
    name: 'a seller deletes their account',
    weight: 1,
    async run(simulation) {
      const { model, chance, touched } = simulation
      const seller = chance.oneOf(sellers)
      const api = () => simulation.api(seller)
      const orders = model.ordersWhere((order) => order.seller === seller && !order.isLeft)
      for (const order of orders.filter(isUndecided)) {
        const withdrawn = await simulation.call(() => api().transactions.withdraw({ id: order.id }))
        if (!withdrawn) return
        order.isRejected = true
        end(order, 'nothing')
      }
      if (!(await simulation.call(() => api().account.deleteAccount({ password })))) return
      const open = [...model.debts.values()].filter(({ leftCents }) => leftCents > 0).map(({ order }) => order)
      for (const { order } of model.refunds.values()) open.push(order)
      for (const order of orders) {
        // PayPal may have paid already what the model has sent.
        const isOwed = ['waiting', 'paying', 'back'].includes(order.money) && !order.isUnseen
        if (isOwed || open.includes(order))
          simulation.report('debts', 'a deleted account', `${order.id} is ${order.money}`)
        order.isLeft = true
        touched.add(order.id)
      }
      await signUpAgain(simulation, seller, orders)
    },
  },
]
