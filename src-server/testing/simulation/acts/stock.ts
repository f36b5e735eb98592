import { atHome, type Order } from '../model.ts'
import { staffNames } from '../persons.ts'
import type { Simulation } from '../simulation.ts'
import { type Act, onOrder, twoOrders } from './act.ts'
import { buyer, inStock, isBought, isHere, receive, redeemed } from './cards.ts'

/** Two cards are sold for one payment, or lost; in a file the first is sold and the second one lost. */
const disposesBoth = (name: string, isFile: boolean): Act => ({
  name,
  weight: 3,
  async run(simulation) {
    const { chance, model } = simulation
    const orders = twoOrders(simulation, inStock)
    const [first, second] = orders
    if (!first || !second) return
    const price = Math.min(first.faceCents, second.faceCents)
    const reference = `BOTH-${chance.below(1e9)}`
    const sold = { kind: 'sold', buyer, amount: price / 100 } as const
    const lost = { kind: 'written-off', cause: 'lost' } as const
    const facts = isFile || chance.once(2) ? sold : lost
    const items = await Promise.all(
      orders.map(async (order) => ({ id: order.id, version: await simulation.itemVersion(order) })),
    )
    const rows = [`${first.id},sold,${price / 100},${buyer},`, `${second.id},written-off,,,lost`]
    const csv = ['order,kind,amount,buyer,cause,reference', ...rows.map((row) => `${row},${reference}`)].join('\n')
    const dryRun = chance.once(5)
    await simulation.call(
      async (requestKey, isOther) => {
        const { inventory } = simulation.api(isOther ? 'boss' : 'fay')
        if (isFile) return inventory.importDispositions({ csv, dryRun, requestKey })
        return { faults: [], ...(await inventory.disposeMany({ items, ...facts, reference, requestKey })) }
      },
      ({ faults }) => {
        if (faults.length > 0 || (isFile && dryRun)) return
        const areSold = facts === sold ? (isFile ? [first] : orders) : []
        for (const order of orders) Object.assign(order, { card: 'lost', soldCents: 0 })
        for (const order of areSold) Object.assign(order, { card: 'sold', soldCents: price })
        const cents = price * areSold.length
        model.proceedsCents += cents
        const about = areSold.map(({ id }) => id)
        if (cents > 0) simulation.moveMoney('hand', { kind: 'sale', about, text: reference, cents })
      },
      ['fay', 'boss'],
    )
  },
})

/** Takes a card back into stock; what came in for it goes back. */
async function takeBack(simulation: Simulation, order: Order): Promise<void> {
  const { version, dispositions } = await simulation.api('fay').inventory.get({ id: order.id })
  const wrong = dispositions.findLast(({ mayCorrect }) => mayCorrect)
  const bank = wrong?.kind === 'redeemed' ? 'balance' : 'hand'
  if (wrong?.kind !== 'written-off' && wrong?.kind !== 'redeemed' && wrong?.kind !== 'sold') return
  const corrected = { id: order.id, version, disposition: wrong.id, note: 'It was the other card.' }
  if (!(await simulation.call(() => simulation.api('fay').inventory.correct(corrected)))) return
  order.card = isBought(simulation.model, order) ? atHome(order) : 'given back'
  if (wrong.kind === 'written-off') return
  const cents = Math.round(wrong.amount * 100)
  simulation.model.proceedsCents -= cents
  order.soldCents = 0
  receive(simulation, order.id, -cents, bank)
}

export const stockActs: readonly Act[] = [
  disposesBoth('finance sells or loses two cards at once', false),
  disposesBoth('finance imports a file of a sale and a loss', true),
  onOrder('a reviewer redeems a card that they have approved', 1, {
    which: (order) => isHere(order) && order.approvedBy !== undefined,
    by: ({ order }) => staffNames.find((name) => name === order.approvedBy) ?? 'boss',
    async call({ admin }, { simulation, order, requestKey }) {
      const version = await simulation.itemVersion(order)
      return admin.review.recordItem({ id: order.id, version, ...redeemed(order, 1), kind: 'redeemed', requestKey })
    },
    after({ simulation, order }) {
      Object.assign(order, { card: 'sold', soldCents: 0 })
      simulation.model.proceedsCents += order.faceCents
      receive(simulation, order.id, order.faceCents, 'balance')
    },
  }),
  {
    name: 'finance takes back that a card was sold or written off',
    weight: 2,
    async run(simulation) {
      const order = simulation.order(({ card }) => card === 'lost' || card === 'sold')
      if (order) await takeBack(simulation, order)
    },
  },
]
