import type { DisposeItemInput } from '#shared/inventory-schema.ts'
import type { BankName } from '../bank.ts'
import { atHome, type Order } from '../model.ts'
import { password } from '../shop.ts'
import type { Simulation } from '../simulation.ts'
import { type Act, onLot, onOrder } from './act.ts'

const buyer = 'Card Resale Inc.'
const inStock = ({ card }: Order) => card === 'in stock'
const isHere = ({ card }: Order) => card === 'in stock' || card === 'to check'
const inLot = ({ card }: Order) => card === 'in a lot' || card === 'delivered'
const price = (order: Order, share: number) => Math.round(order.faceCents * share) / 100

/** A buyer has paid. */
function receive(simulation: Simulation, id: string, cents: number, bank: BankName = 'hand'): void {
  simulation.moveMoney(bank, { kind: 'sale', about: [id], text: `CARD RESALE ${id}`, cents })
}

/** The buyer has the offered cards of a lot, and owes their prices. */
function deliver({ model }: Simulation, orders: readonly Order[]): void {
  for (const order of orders) {
    if (order.card !== 'in a lot') continue
    order.card = 'delivered'
    model.proceedsCents += order.lotCents
  }
}

type Disposal = Pick<DisposeItemInput, 'kind' | 'buyer' | 'place' | 'amount' | 'cause' | 'reference'>
type Disposes = { which?: typeof inStock; card: 'sold' | 'lost'; bank?: BankName; of(order: Order): Disposal }

const disposes = (name: string, weight: number, how: Disposes): Act => ({
  name,
  weight,
  async run(simulation) {
    const order = simulation.order(how.which ?? isHere)
    if (order) await dispose(simulation, order, how)
  },
})

/** Records what became of a card; `isAgain` after a restore, when its money has moved already. */
async function dispose(simulation: Simulation, order: Order, how: Disposes, isAgain = false): Promise<void> {
  const { model, banks, chance } = simulation
  const { card, bank } = how
  const asked = { id: order.id, version: await simulation.itemVersion(order), ...how.of(order) }
  const [by, other] = chance.once(4) ? (['boss', 'fay'] as const) : (['fay', 'boss'] as const)
  let hasMoved = isAgain
  await simulation.call((requestKey, isOther) =>
    simulation.api(isOther ? other : by).inventory.dispose({ ...asked, requestKey }), () => {
    order.card = card
    const line = banks[bank ?? 'hand'].lineAbout(order.id)
    if (bank && !hasMoved) {
      const cents = Math.round((asked.amount ?? 0) * 100)
      model.proceedsCents += cents
      receive(simulation, order.id, cents, bank)
    } else if (bank && line) {
      line.isBooked = true
      model.proceedsCents += line.cents
    }
    hasMoved = true
    simulation.lost.push(async () => {
      if (model.orders.has(order.id)) await dispose(simulation, order, how, true)
    })
  }, [by, other])
}

const redeemed = (order: Order, share: number): Disposal => ({
  ...{ kind: 'redeemed', place: { place: 'account', name: 'balance' } },
  ...{ amount: price(order, share), reference: `R-${order.id}` },
})

export const cardActs: readonly Act[] = [
  disposes('finance sells a card', 4, {
    ...{ which: inStock, card: 'sold', bank: 'hand' },
    of: (order) => ({ kind: 'sold', buyer, amount: price(order, 0.96), reference: `INV-${order.id}` }),
  }),
  disposes('finance redeems a card', 1, { card: 'sold', bank: 'balance', of: (order) => redeemed(order, 1) }),
  disposes('finance redeems a card that had less than its face value', 1, {
    ...{ card: 'sold', bank: 'balance' },
    of: (order) => redeemed(order, 0.9),
  }),
  disposes('finance writes a card off', 1, {
    card: 'lost',
    of: (order) => ({ kind: 'written-off', cause: 'lost', reference: `W-${order.id}` }),
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
        if (order.card === 'delivered') {
          simulation.model.proceedsCents -= order.lotCents
          order.isShown = true
        }
        if (inLot(order)) order.card = isBought(order) ? atHome(order) : 'given back'
      }
    },
  }),
  onOrder('a reviewer finds the balance of a card that a buyer refused', 3, {
    which: ({ card }) => card === 'to check',
    by: ['rita', 'raul'],
    call: ({ admin }, { order: { id: submissionId } }) =>
      admin.review.recordCheck({ submissionId, outcome: 'full', how: 'website' }),
    after: ({ order }) => Object.assign(order, { card: 'in stock', isShown: false }),
  }),
]

/** PayPal has the money of a payout that it has accepted. */
function isBought({ money, way }: Order): boolean {
  return money === 'paid' || money === 'set off' || (money === 'paying' && way === 'paypal')
}
