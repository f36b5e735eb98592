import type { DisposeItemInput } from '#shared/inventory-schema.ts'
import type { BankName } from '../bank.ts'
import { atHome, type Model, type Order, takeCard } from '../model.ts'
import { password } from '../shop.ts'
import type { Simulation } from '../simulation.ts'
import { type Act, onLot, onOrder, twoOrders } from './act.ts'

export const buyer = 'Card Resale Inc.'
export const inStock = ({ card }: Order) => card === 'in stock'
export const isHere = ({ card }: Order) => card === 'in stock' || card === 'to check'
const inLot = ({ card }: Order) => card === 'in a lot' || card === 'delivered'
const price = (order: Order, share: number) => Math.round(order.faceCents * share) / 100

/** A buyer has paid, or got money back. */
export function receive(
  simulation: Simulation,
  id: string,
  cents: number,
  bank: BankName = 'hand',
  feeCents = 0,
): void {
  simulation.moveMoney(bank, { kind: 'sale', about: [id], text: `CARD RESALE ${id}`, cents, feeCents })
}

/** The buyer has the offered cards of a lot, and owes their prices. The product may know what PayPal has paid. */
function deliver({ model }: Simulation, orders: readonly Order[]): void {
  for (const order of orders) {
    if (order.isUnseen) takeCard(model, order)
    if (order.card !== 'in a lot') continue
    Object.assign(order, { card: 'delivered', buyerOwes: order.lotCents })
    model.proceedsCents += order.lotCents
  }
}

const owedBy = (orders: readonly Order[]) => orders.reduce((sum, { buyerOwes }) => sum + buyerOwes, 0)

/** A buyer pays these cards, the first ones first, or never pays them; a lot without a card that waits has ended. */
function settle({ model }: Simulation, orders: readonly Order[], cents: number, isLoss = false): void {
  let left = cents
  for (const order of orders.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (order.card !== 'delivered') continue
    const part = Math.min(left, order.buyerOwes)
    left -= part
    order.buyerOwes -= part
    if (!isLoss) order.soldCents += part
    if (order.buyerOwes === 0) order.card = 'sold'
  }
  // A card that was given back is still offered in its lot.
  const waits = (order: Order) => inLot(order) || order.card === 'given back'
  for (const [id, all] of model.lots) if (!all.some(waits)) model.lots.delete(id)
}

/** A buyer refuses the cards of a lot, or it is canceled. */
function takeBack({ simulation, id, orders }: { simulation: Simulation; id: string; orders: readonly Order[] }): void {
  simulation.model.lots.delete(id)
  for (const order of orders) {
    if (order.card === 'delivered') {
      simulation.model.proceedsCents -= order.lotCents
      order.isShown = true
    }
    order.buyerOwes = 0
    if (inLot(order)) order.card = isBought(simulation.model, order) ? atHome(order) : 'given back'
  }
}

/** What a buyer pays at once: all of it or a part, at times less a fee of their bank. */
function paymentOf({ chance, accounts }: Simulation, owedCents: number) {
  const cents = chance.once(2) ? owedCents : Math.ceil(owedCents / 2)
  const feeCents = chance.once(3) ? 25 : 0
  const reference = `WIRE-${chance.below(1e9)}`
  const asked = { amount: cents / 100, fee: feeCents / 100, account: accounts.hand, reference }
  return { cents, feeCents, reference, asked }
}

type Disposal = Pick<DisposeItemInput, 'kind' | 'buyer' | 'place' | 'amount' | 'cause' | 'reference'>
type Which = (order: Order) => boolean
/** `which` is in stock or to be checked by default; `sign`: -1 of money that goes out. */
type Disposes = {
  /** Where it is then; by default where it was. */
  card?: 'sold' | 'lost'
  bank?: BankName
  which?: Which
  sign?: -1
  of(order: Order, number: number): Disposal
}

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
  const { card = order.card, bank } = how
  const asked = { id: order.id, version: await simulation.itemVersion(order), ...how.of(order, chance.below(1e6)) }
  const [by, other] = chance.once(4) ? (['boss', 'fay'] as const) : (['fay', 'boss'] as const)
  let hasMoved = isAgain
  await simulation.call((requestKey, isOther) =>
    simulation.api(isOther ? other : by).inventory.dispose({ ...asked, requestKey }), () => {
    order.card = card
    order.soldCents = asked.kind === 'sold' ? Math.round((asked.amount ?? 0) * 100) : 0
    const line = banks[bank ?? 'hand'].lineAbout(order.id)
    if (bank && !hasMoved) {
      const cents = Math.round((asked.amount ?? 0) * 100) * (how.sign ?? 1)
      if (asked.kind === 'sold' || asked.kind === 'redeemed') model.proceedsCents += cents
      receive(simulation, order.id, cents, bank)
    } else if (bank && line) {
      Object.assign(line, { isBooked: true, bookedOn: simulation.day })
      model.proceedsCents += line.cents
    }
    hasMoved = true
    simulation.lost.push(async () => {
      if (model.orders.has(order.id)) await dispose(simulation, order, how, true)
    })
  }, [by, other])
}

export const redeemed = (order: Order, share: number): Disposal => ({
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
  disposes('finance puts a card in the safe', 1, {
    of: () => ({ kind: 'transferred', place: { place: 'safe', name: 'Safe 1' } }),
  }),
  disposes('finance writes a card off', 1, {
    card: 'lost',
    of: (order) => ({ kind: 'written-off', cause: 'lost', reference: `W-${order.id}` }),
  }),
  disposes('a buyer takes the price of a card back', 1, {
    ...{ card: 'lost', bank: 'hand', sign: -1 },
    which: ({ card, soldCents }) => card === 'sold' && soldCents > 0,
    of: (order) => ({ kind: 'charged-back', amount: order.soldCents / 100, reference: `CB-${order.id}` }),
  }),
  disposes('a brand refunds a card that was lost by another', 1, {
    ...{ card: 'lost', bank: 'hand' },
    which: ({ card }) => card === 'lost',
    of: (order, number) => ({ kind: 'recovered', amount: price(order, 0.2), reference: `RC-${order.id}-${number}` }),
  }),
  {
    name: 'finance offers a lot to a buyer',
    weight: 4,
    async run(simulation) {
      const { chance, model } = simulation
      const orders = twoOrders(simulation, inStock)
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
    after({ simulation, orders }, { lot }) {
      const left = new Set(lot.items.filter(({ state }) => state === 'offered').map(({ submissionId }) => submissionId))
      // The product may know already that a payout came back.
      const delivered = orders.filter(({ id, isUnseen }) => !isUnseen || !left.has(id))
      deliver(simulation, delivered)
    },
  }),
  onLot('finance delivers a lot', 4, {
    by: ['fay'],
    call: ({ lots }, { id }) => lots.record({ id, outcome: 'delivered' }),
    after: ({ simulation, orders }) => deliver(simulation, orders),
  }),
  {
    name: 'a buyer pays a lot, or a part of it',
    weight: 4,
    async run(simulation) {
      const [id, orders = []] = simulation.chance.among([...simulation.model.lots], ([each]) => each) ?? []
      for (const order of orders) simulation.touched.add(order.id)
      const owes = ({ card, lotCents, buyerOwes }: Order) => (card === 'in a lot' ? lotCents : buyerOwes)
      const owedCents = orders.reduce((sum, order) => sum + owes(order), 0)
      if (!id || owedCents === 0) return
      const { cents, feeCents, reference, asked } = paymentOf(simulation, owedCents)
      const lots = () => simulation.api('fay').lots
      if (!(await simulation.call(() => lots().record({ id, outcome: 'paid', ...asked })))) return
      deliver(simulation, orders)
      settle(simulation, orders, cents)
      receive(simulation, reference, cents, 'hand', -feeCents)
    },
  },
  {
    name: 'a buyer pays several lots',
    weight: 3,
    async run(simulation) {
      const orders = [...simulation.model.lots.values()].flat()
      const owed = orders.filter(({ card }) => card === 'delivered')
      const [known] = await simulation.api('fay').inventory.buyers()
      if (!known || owed.length === 0) return
      const { cents, feeCents, reference, asked } = paymentOf(simulation, owedBy(owed))
      const inventory = () => simulation.api('fay').inventory
      if (!(await simulation.call(() => inventory().receive({ id: known.id, ...asked })))) return
      let left = cents
      for (const lot of [...simulation.model.lots.values()]) {
        const part = Math.min(left, owedBy(lot))
        settle(simulation, lot, part)
        left -= part
      }
      for (const order of owed) simulation.touched.add(order.id)
      receive(simulation, reference, cents, 'hand', -feeCents)
    },
  },
  onLot('finance writes off what a buyer never pays', 1, {
    by: ['fay', 'boss'],
    call: ({ lots }, { id, orders, requestKey }) =>
      lots.writeOff({ id, amount: Math.max(1, owedBy(orders)) / 100, note: 'They are insolvent.', requestKey }),
    after: ({ simulation, orders }) => settle(simulation, orders, owedBy(orders), true),
  }),
  onLot('a buyer refuses a lot', 1, {
    by: ['fay'],
    call: ({ lots }, { id }) => lots.record({ id, outcome: 'refused' }),
    after: takeBack,
  }),
  onOrder('a reviewer finds the balance of a card that a buyer refused', 3, {
    which: ({ card }) => card === 'to check',
    by: ['rita', 'raul'],
    call: ({ admin }, { order: { id: submissionId } }) =>
      admin.review.recordCheck({ submissionId, outcome: 'full', how: 'website' }),
    after: ({ order }) => Object.assign(order, { card: 'in stock', isShown: false }),
  }),
  onLot('finance cancels a lot', 1, { by: ['fay'], call: ({ lots }, { id }) => lots.cancel({ id }), after: takeBack }),
]

/** PayPal has the money of a payout that it is known to have accepted. */
export function isBought({ unknown }: Model, { money, way, payoutId = '' }: Order): boolean {
  return money === 'paid' || money === 'set off' || (money === 'paying' && way === 'paypal' && !unknown.has(payoutId))
}
