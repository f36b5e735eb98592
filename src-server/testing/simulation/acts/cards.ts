import type { Order } from '../model.ts'
import { password } from '../shop.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'

const buyer = 'Card Resale Inc.'

async function itemVersion(simulation: Simulation, { id }: Order): Promise<number> {
  const { db } = simulation.shop.ctx
  const items = db.selectFrom('inventory_items').select('version').where('submission_id', '=', id)
  return (await items.executeTakeFirst())?.version ?? 0
}

/** A buyer pays: the bank has the money, and the product has booked it. */
function receive(simulation: Simulation, about: string, cents: number): void {
  const movement = { kind: 'sale', about, isBooked: true } as const
  simulation.banks.hand.move({ ...movement, day: simulation.day, text: `CARD RESALE ${about}`, cents })
}

export const cardActs: readonly Act[] = [
  {
    name: 'finance sells a card',
    weight: 4,
    async run(simulation) {
      const order = simulation.order(({ card }) => card === 'in stock')
      if (!order) return
      const version = await itemVersion(simulation, order)
      const amount = Math.round(order.faceCents * 0.96) / 100
      const sale = { id: order.id, version, kind: 'sold', buyer, amount, reference: `INV-${order.id}` } as const
      if (!(await simulation.call(() => simulation.api('fay').inventory.dispose(sale)))) return
      order.card = 'sold'
      receive(simulation, order.id, Math.round(amount * 100))
    },
  },
  {
    name: 'finance redeems a card',
    weight: 1,
    async run(simulation) {
      const order = simulation.order(({ card }) => card === 'in stock')
      if (!order) return
      const version = await itemVersion(simulation, order)
      const place = { place: 'account', name: 'Amazon 1' } as const
      const input = { id: order.id, version, kind: 'redeemed', place, reference: `R-${order.id}` } as const
      if (await simulation.call(() => simulation.api('fay').inventory.dispose(input))) order.card = 'sold'
    },
  },
  {
    name: 'finance writes a card off',
    weight: 1,
    async run(simulation) {
      const order = simulation.order(({ card }) => card === 'in stock')
      if (!order) return
      const version = await itemVersion(simulation, order)
      const input = {
        id: order.id,
        version,
        kind: 'written-off',
        cause: 'drained',
        reference: `W-${order.id}`,
      } as const
      if (await simulation.call(() => simulation.api('fay').inventory.dispose(input))) order.card = 'lost'
    },
  },
  {
    name: 'finance offers a lot to a buyer',
    weight: 4,
    async run(simulation) {
      const { chance, model } = simulation
      const first = simulation.order(({ card }) => card === 'in stock')
      const second = simulation.order(({ card, id }) => card === 'in stock' && id !== first?.id)
      const orders = [first, second].filter((order) => order !== undefined)
      if (orders.length === 0) return
      const items = orders.map(({ id, faceCents }) => ({ submissionId: id, price: Math.round(faceCents * 0.95) / 100 }))
      const requestKey = `lot-${chance.below(1e9)}`
      const made = await simulation.call(() => simulation.api('fay').lots.make({ buyer, items, requestKey }))
      if (!made) return
      model.lots.set(made.id, { id: made.id, orders: orders.map(({ id }) => id) })
      for (const order of orders) order.card = 'in a lot'
    },
  },
  {
    name: 'finance delivers a lot',
    weight: 4,
    async run(simulation) {
      const lot = someLot(simulation)
      if (!lot) return
      const api = () => simulation.api('fay').lots
      if (simulation.chance.once(2))
        await simulation.call(() => api().download({ id: lot.id, currentPassword: password }))
      if (await simulation.call(() => api().record({ id: lot.id, outcome: 'delivered' })))
        for (const order of lot.orders) if (order.card === 'in a lot') order.card = 'delivered'
    },
  },
  {
    name: 'a buyer pays a lot',
    weight: 2,
    async run(simulation) {
      const lot = someLot(simulation)
      if (!lot) return
      const api = () => simulation.api('fay').lots
      const reference = `WIRE-${lot.id}`
      const paid = await simulation.call(() => api().record({ id: lot.id, outcome: 'paid', reference }))
      if (!paid) return
      for (const order of lot.orders) if (order.card === 'in a lot' || order.card === 'delivered') order.card = 'sold'
      simulation.model.lots.delete(lot.id)
      receive(simulation, lot.id, Math.round(paid.paid.amount * 100))
    },
  },
  {
    name: 'a buyer refuses a lot',
    weight: 1,
    async run(simulation) {
      const lot = someLot(simulation)
      if (!lot) return
      const api = () => simulation.api('fay').lots
      if (!(await simulation.call(() => api().record({ id: lot.id, outcome: 'refused' })))) return
      simulation.model.lots.delete(lot.id)
      for (const order of lot.orders)
        if (order.card === 'in a lot' || order.card === 'delivered')
          order.card = isBought(order) ? 'in stock' : 'given back'
    },
  },
]

/** PayPal has the money of a payout that it has accepted. */
function isBought({ money, way }: Order): boolean {
  return money === 'paid' || money === 'set off' || (money === 'paying' && way === 'paypal')
}

/** A lot that waits for an outcome, with its orders. */
function someLot(simulation: Simulation): { id: string; orders: Order[] } | undefined {
  const { model, chance, touched } = simulation
  const lot = chance.among([...model.lots.values()], ({ id }) => id)
  if (!lot) return undefined
  for (const id of lot.orders) touched.add(id)
  return { id: lot.id, orders: model.ordersWhere(({ id }) => lot.orders.includes(id)) }
}
