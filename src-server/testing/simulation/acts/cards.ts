import type { BankName } from '../bank.ts'
import type { Order } from '../model.ts'
import { password } from '../shop.ts'
import type { Simulation } from '../simulation.ts'
import { type Act, onCard, onLot } from './act.ts'

const buyer = 'Card Resale Inc.'
const inStock = ({ card }: Order) => card === 'in stock'
const inLot = ({ card }: Order) => card === 'in a lot' || card === 'delivered'
const price = (order: Order, share: number) => Math.round(order.faceCents * share) / 100

/** A buyer has paid. */
function receive(simulation: Simulation, id: string, dollars: number, bank: BankName = 'hand'): void {
  const cents = Math.round(dollars * 100)
  simulation.model.proceedsCents += cents
  simulation.moveMoney(bank, { kind: 'sale', about: [id], text: `CARD RESALE ${id}`, cents })
}

const redeems = (name: string, share: number): Act =>
  onCard(name, 1, {
    which: inStock,
    by: ['fay', 'boss'],
    call({ inventory }, { order, item, requestKey }) {
      const place = { place: 'account', name: 'balance' } as const
      const amount = price(order, share)
      return inventory.dispose({ ...item, kind: 'redeemed', place, amount, reference: `R-${order.id}`, requestKey })
    },
    after({ simulation, order }) {
      order.card = 'sold'
      receive(simulation, order.id, price(order, share), 'balance')
    },
  })

export const cardActs: readonly Act[] = [
  onCard('finance sells a card', 4, {
    which: inStock,
    by: ['fay', 'boss'],
    call({ inventory }, { order, item, requestKey }) {
      const sale = {
        requestKey,
        kind: 'sold',
        buyer,
        amount: price(order, 0.96),
        reference: `INV-${order.id}`,
      } as const
      return inventory.dispose({ ...item, ...sale })
    },
    after({ simulation, order }) {
      order.card = 'sold'
      receive(simulation, order.id, price(order, 0.96))
    },
  }),
  redeems('finance redeems a card', 1),
  redeems('finance redeems a card that had less than its face value', 0.9),
  onCard('finance writes a card off', 1, {
    which: inStock,
    by: ['fay'],
    call: ({ inventory }, { order, item, requestKey }) =>
      inventory.dispose({ ...item, requestKey, kind: 'written-off', cause: 'lost', reference: `W-${order.id}` }),
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
  onLot('a second person releases a lot', 4, {
    by: ['fay', 'boss'],
    call: ({ lots }, { id }) => lots.release({ id }),
  }),
  onLot('finance downloads the codes of a lot', 2, {
    by: ['fay'],
    call: ({ lots }, { id }) => lots.download({ id, currentPassword: password }),
  }),
  onLot('finance delivers a lot', 4, {
    by: ['fay'],
    call: ({ lots }, { id }) => lots.record({ id, outcome: 'delivered' }),
    after({ orders }) {
      for (const order of orders) if (order.card === 'in a lot') order.card = 'delivered'
    },
  }),
  onLot('a buyer pays a lot', 2, {
    by: ['fay'],
    call: ({ lots }, { id }) => lots.record({ id, outcome: 'paid', reference: `WIRE-${id}` }),
    after({ simulation, id, orders }, lot) {
      for (const order of orders) if (inLot(order)) order.card = 'sold'
      simulation.model.lots.delete(id)
      receive(simulation, id, lot.paid.amount)
    },
  }),
  onLot('a buyer refuses a lot', 1, {
    by: ['fay'],
    call: ({ lots }, { id }) => lots.record({ id, outcome: 'refused' }),
    after({ simulation, id, orders }) {
      simulation.model.lots.delete(id)
      for (const order of orders) if (inLot(order)) order.card = isBought(order) ? 'in stock' : 'given back'
    },
  }),
]

/** PayPal has the money of a payout that it has accepted. */
function isBought({ money, way }: Order): boolean {
  return money === 'paid' || money === 'set off' || (money === 'paying' && way === 'paypal')
}
