import type { Order } from '../model.ts'
import { password } from '../shop.ts'
import type { Simulation } from '../simulation.ts'
import { type Act, onCard } from './act.ts'

const buyer = 'Card Resale Inc.'
const inStock = ({ card }: Order) => card === 'in stock'
const inLot = ({ card }: Order) => card === 'in a lot' || card === 'delivered'
const price = (order: Order, share: number) => Math.round(order.faceCents * share) / 100

/** A buyer has paid. */
function receive(simulation: Simulation, id: string, dollars: number): void {
  const cents = Math.round(dollars * 100)
  simulation.model.proceedsCents += cents
  simulation.moveMoney('hand', { kind: 'sale', about: [id], text: `CARD RESALE ${id}`, cents })
}

/** A lot that waits for an outcome, with its orders. */
function someLot({ model, chance, touched }: Simulation) {
  const [id, orders] = chance.among([...model.lots], ([each]) => each) ?? []
  if (!id || !orders) return undefined
  for (const order of orders) touched.add(order.id)
  return { id, orders }
}

export const cardActs: readonly Act[] = [
  onCard('finance sells a card', 4, {
    which: inStock,
    by: ['fay'],
    call({ inventory }, { order, item }) {
      const sale = { kind: 'sold', buyer, amount: price(order, 0.96), reference: `INV-${order.id}` } as const
      return inventory.dispose({ ...item, ...sale })
    },
    after({ simulation, order }) {
      order.card = 'sold'
      receive(simulation, order.id, price(order, 0.96))
    },
  }),
  onCard('finance redeems a card', 1, {
    which: inStock,
    by: ['fay'],
    call({ inventory }, { order, item }) {
      const place = { place: 'account', name: 'Amazon 1' } as const
      return inventory.dispose({ ...item, kind: 'redeemed', place, reference: `R-${order.id}` })
    },
    after({ simulation, order }) {
      order.card = 'sold'
      simulation.model.proceedsCents += order.faceCents
    },
  }),
  onCard('finance writes a card off', 1, {
    which: inStock,
    by: ['fay'],
    call: ({ inventory }, { order, item }) =>
      inventory.dispose({ ...item, kind: 'written-off', cause: 'drained', reference: `W-${order.id}` }),
    after({ order }) {
      order.card = 'lost'
    },
  }),
  {
    name: 'finance offers a lot to a buyer',
    weight: 4,
    async run(simulation) {
      const { chance, model } = simulation
      const first = simulation.order(inStock)
      const second = simulation.order((order) => inStock(order) && order !== first)
      const orders = [first, second].filter((order) => order !== undefined)
      if (orders.length === 0) return
      const items = orders.map((order) => ({ submissionId: order.id, price: price(order, 0.95) }))
      const lot = { buyer, items, requestKey: `lot-${chance.below(1e9)}` }
      const made = await simulation.call(() => simulation.api('fay').lots.make(lot))
      if (!made) return
      model.lots.set(made.id, orders)
      for (const order of orders) order.card = 'in a lot'
    },
  },
  {
    name: 'finance delivers a lot',
    weight: 4,
    async run(simulation) {
      const lot = someLot(simulation)
      if (!lot) return
      const { id, orders } = lot
      const api = () => simulation.api('fay').lots
      if (simulation.chance.once(2)) await simulation.call(() => api().download({ id, currentPassword: password }))
      if (await simulation.call(() => api().record({ id, outcome: 'delivered' })))
        for (const order of orders) if (order.card === 'in a lot') order.card = 'delivered'
    },
  },
  {
    name: 'a buyer pays a lot',
    weight: 2,
    async run(simulation) {
      const lot = someLot(simulation)
      if (!lot) return
      const outcome = { id: lot.id, outcome: 'paid', reference: `WIRE-${lot.id}` } as const
      const recorded = await simulation.call(() => simulation.api('fay').lots.record(outcome))
      if (!recorded) return
      for (const order of lot.orders) if (inLot(order)) order.card = 'sold'
      simulation.model.lots.delete(lot.id)
      receive(simulation, lot.id, recorded.paid.amount)
    },
  },
  {
    name: 'a buyer refuses a lot',
    weight: 1,
    async run(simulation) {
      const lot = someLot(simulation)
      if (!lot) return
      const { id, orders } = lot
      if (!(await simulation.call(() => simulation.api('fay').lots.record({ id, outcome: 'refused' })))) return
      simulation.model.lots.delete(id)
      for (const order of orders) if (inLot(order)) order.card = isBought(order) ? 'in stock' : 'given back'
    },
  },
]

/** PayPal has the money of a payout that it has accepted. */
function isBought({ money, way }: Order): boolean {
  return money === 'paid' || money === 'set off' || (money === 'paying' && way === 'paypal')
}
