import type { Order } from '../model.ts'
import { password } from '../shop.ts'
import type { Simulation } from '../simulation.ts'
import { type Act, onCard, onLot } from './act.ts'

const buyer = 'Card Resale Inc.'
const inStock = ({ card }: Order) => card === 'in stock'
const inLot = ({ card }: Order) => card === 'in a lot' || card === 'delivered'
const price = (order: Order, share: number) => Math.round(order.faceCents * share) / 100

/** A buyer has paid. */
function receive(simulation: Simulation, id: string, cents: number): void {
  simulation.moveMoney('hand', { kind: 'sale', about: [id], text: `CARD RESALE ${id}`, cents })
}

/** The buyer has the offered cards of a lot, and owes their prices. */
function deliver({ model }: Simulation, orders: readonly Order[]): void {
  for (const order of orders) {
    if (order.card !== 'in a lot') continue
    order.card = 'delivered'
    model.proceedsCents += order.lotCents
  }
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
      const cents = Math.round(price(order, 0.96) * 100)
      simulation.model.proceedsCents += cents
      receive(simulation, order.id, cents)
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
      inventory.dispose({ ...item, kind: 'written-off', cause: 'lost', reference: `W-${order.id}` }),
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
      for (const order of orders)
        Object.assign(order, { card: 'in a lot', lotCents: Math.round(price(order, 0.95) * 100) })
    },
  },
  onLot('a second person releases a lot', 4, {
    by: ['fay', 'boss'],
    call: ({ waitingActs }, { id }) => waitingActs.release({ id }),
  }),
  onLot('finance downloads the codes of a lot', 2, {
    by: ['fay'],
    call: ({ lots }, { id }) => lots.download({ id, currentPassword: password }),
    after: ({ simulation, orders }) => deliver(simulation, orders),
  }),
  onLot('finance delivers a lot', 4, {
    by: ['fay'],
    call: ({ lots }, { id }) => lots.record({ id, outcome: 'delivered' }),
    after: ({ simulation, orders }) => deliver(simulation, orders),
  }),
  onLot('a buyer pays a lot', 2, {
    by: ['fay'],
    call: ({ lots }, { id }) => lots.record({ id, outcome: 'paid', reference: `WIRE-${id}` }),
    after({ simulation, id, orders }, lot) {
      deliver(simulation, orders)
      for (const order of orders) if (order.card === 'delivered') order.card = 'sold'
      simulation.model.lots.delete(id)
      receive(simulation, id, Math.round(lot.paid.amount * 100))
    },
  }),
  onLot('a buyer refuses a lot', 1, {
    by: ['fay'],
    call: ({ lots }, { id }) => lots.record({ id, outcome: 'refused' }),
    after({ simulation, id, orders }) {
      simulation.model.lots.delete(id)
      for (const order of orders) {
        if (order.card === 'delivered') simulation.model.proceedsCents -= order.lotCents
        if (inLot(order)) order.card = isBought(order) ? 'in stock' : 'given back'
      }
    },
  }),
]

/** PayPal has the money of a payout that it has accepted. */
function isBought({ money, way }: Order): boolean {
  return money === 'paid' || money === 'set off' || (money === 'paying' && way === 'paypal')
}
