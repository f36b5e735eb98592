import type { Order } from '../model.ts'
import { password } from '../shop.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'
import { owe } from './orders.ts'

const payouts = (simulation: Simulation, by: string) => simulation.api(by).payouts
const isPaidByHand = ({ money, way }: Order) => money === 'paid' && way === 'hand'

export const payoutActs: readonly Act[] = [
  {
    name: 'finance pays a payout by hand',
    weight: 14,
    async run(simulation) {
      const order = simulation.order((each) => each.money === 'waiting' && each.way === 'hand')
      const payout = order && (await simulation.payoutOf(order))
      if (!order || !payout) return
      const by = simulation.someone('fay', 'fay', 'boss')
      const begun = await simulation.call(() =>
        payouts(simulation, by).begin({ id: payout.id, version: payout.version }),
      )
      if (!begun) return
      order.money = 'paying'
      const given = { id: payout.id, version: begun.payout.version }
      if (simulation.chance.once(8)) {
        if (await simulation.call(() => payouts(simulation, by).releaseLock(given))) order.money = 'waiting'
        return
      }
      const reference = `CA-${payout.id.slice(-6)}`
      const movement = { kind: 'payout', about: payout.id, isBooked: true } as const
      if (!(await simulation.call(() => payouts(simulation, by).markSent({ ...given, reference })))) return
      const feeCents = simulation.chance.once(8) ? 25 + simulation.chance.below(200) : 0
      const money = { cents: -order.owedCents, feeCents: -feeCents, isFeeBooked: feeCents === 0 }
      simulation.banks.hand.move({ ...movement, ...money, day: simulation.day, text: reference })
      await owe(simulation, order, 'paid')
    },
  },
  {
    name: 'finance sends payouts by PayPal',
    weight: 8,
    async run(simulation) {
      const order = simulation.order((each) => each.money === 'waiting' && each.way === 'paypal')
      const payout = order && (await simulation.payoutOf(order))
      if (!order || !payout) return
      if (simulation.chance.once(10))
        simulation.paypal.command('faults', { operation: 'create', when: 'after', how: 'close' })
      const sent = await simulation.call(() => payouts(simulation, 'fay').sendNow({ ids: [payout.id] }))
      if (!sent) return
      Object.assign(order, { money: 'paying', payoutId: payout.id, isUnseen: true })
      await simulation.payPalWork()
    },
  },
  {
    name: 'PayPal decides about a payout',
    weight: 3,
    async run(simulation) {
      const order = simulation.order(({ way, money }) => way === 'paypal' && (money === 'paying' || money === 'paid'))
      if (!order?.payoutId) return
      const { batches } = simulation.paypal.books()
      const present = batches.findLast(({ item }) => item.payoutId === order.payoutId)?.item.status
      const isPaid = present === 'SUCCESS'
      if (!(isPaid ? simulation.chance.once(4) : ['PENDING', 'ONHOLD', 'UNCLAIMED'].includes(present ?? ''))) return
      const status = isPaid
        ? 'REVERSED'
        : simulation.chance.oneOf(['SUCCESS', 'SUCCESS', 'RETURNED', 'FAILED'] as const)
      simulation.paypal.command('status', { payoutId: order.payoutId, status })
      order.isUnseen = true
      if (!simulation.chance.once(3)) await simulation.payPalWebhook(order.payoutId)
    },
  },
  {
    name: 'a bank gives money back',
    weight: 2,
    async run(simulation) {
      const order = simulation.order((each) => isPaidByHand(each) && each.cameBackCents === 0)
      if (!order?.payoutId) return
      order.cameBackCents = order.owedCents
      const movement = { kind: 'return', about: order.payoutId, isBooked: false } as const
      simulation.banks.hand.move({
        ...movement,
        day: simulation.day,
        text: 'RETURNED ITEM',
        cents: order.cameBackCents,
      })
    },
  },
  {
    name: 'finance records a return',
    weight: 4,
    run: (simulation) => recordReturn(simulation, ({ cameBackCents }) => cameBackCents > 0),
  },
  {
    name: 'finance records a return of which no money came in',
    weight: 1,
    run: (simulation) => recordReturn(simulation, (order) => order.cameBackCents === 0 && order.money === 'paid'),
  },
  {
    name: 'finance records a return of what was set off',
    weight: 1,
    run: (simulation) => recordReturn(simulation, ({ money }) => money === 'set off'),
  },
  {
    name: 'finance closes a debt',
    weight: 1,
    async run(simulation) {
      const order = simulation.order(({ money }) => money === 'back')
      const payout = order && (await simulation.payoutOf(order))
      if (!order || !payout) return
      const input = { id: payout.id, version: payout.version, note: 'The card was empty.' }
      if (await simulation.call(() => payouts(simulation, 'fay').closeDebt(input)))
        Object.assign(order, { money: 'closed', owedCents: 0 })
    },
  },
  {
    name: 'a seller asks to be paid another way',
    weight: 5,
    async run(simulation) {
      const order = simulation.order(({ money }) => money === 'back')
      if (!order) return
      const method = { type: 'cashapp', details: `$${order.seller}`, accountNumber: '', routingNumber: '' } as const
      const input = { id: order.id, method, currentPassword: password }
      if (!(await simulation.call(() => simulation.api(order.seller).transactions.changePayout(input)))) return
      if (order.owedCents !== order.priceCents) simulation.model.repriced.add(order.seller)
      order.way = 'hand'
      await owe(simulation, order, 'waiting')
    },
  },
  {
    name: 'finance corrects a fee',
    weight: 2,
    async run(simulation) {
      const lines = simulation.banks.hand.lines.filter(({ isFeeBooked }) => !isFeeBooked)
      const order = simulation.order((each) => isPaidByHand(each) && lines.some(({ about }) => about === each.payoutId))
      const payout = order && (await simulation.payoutOf(order))
      const line = lines.find(({ about }) => about === payout?.id)
      if (!payout || !line) return
      const input = {
        id: payout.id,
        version: payout.version,
        fee: -line.feeCents / 100,
        note: 'The statement says so.',
      }
      if (await simulation.call(() => payouts(simulation, 'fay').correctFee(input))) line.isFeeBooked = true
    },
  },
  {
    name: 'finance holds a payout, and lifts the hold',
    weight: 1,
    async run(simulation) {
      const order = simulation.order(({ money }) => money === 'waiting')
      const payout = order && (await simulation.payoutOf(order))
      if (!payout) return
      const input = { id: payout.id, version: payout.version, note: 'Ask the brand first.' }
      const held = await simulation.call(() => payouts(simulation, 'fay').hold(input))
      const hold = held?.holds.at(-1)
      if (!held || !hold || simulation.chance.once(3)) return
      await simulation.call(() =>
        payouts(simulation, 'boss').lift({ id: held.id, version: held.version, holdId: hold.id }),
      )
    },
  },
  {
    name: 'a second person releases a payout',
    weight: 8,
    async run(simulation) {
      const order = simulation.order(({ money }) => money === 'waiting')
      const payout = order && (await simulation.payoutOf(order))
      if (!payout || payout.state !== 'held') return
      const input = { id: payout.id, version: payout.version }
      await simulation.call(() => payouts(simulation, simulation.someone('fay', 'boss')).release(input))
    },
  },
  {
    name: 'finance cancels a payout that has not left',
    weight: 1,
    async run(simulation) {
      const order = simulation.order(({ money }) => money === 'waiting')
      const payout = order && (await simulation.payoutOf(order))
      if (!order || !payout) return
      const input = { id: payout.id, version: payout.version, note: 'We look at the card once more.' }
      if (await simulation.call(() => payouts(simulation, 'fay').cancel(input)))
        Object.assign(order, { money: 'nothing', owedCents: 0 })
    },
  },
]

async function recordReturn(simulation: Simulation, test: (order: Order) => boolean): Promise<void> {
  const order = simulation.order((each) => test(each) && each.way === 'hand')
  const payout = order && (await simulation.payoutOf(order))
  if (!order || !payout) return
  const input = { id: payout.id, version: payout.version, code: 'provider' } as const
  if (!(await simulation.call(() => payouts(simulation, simulation.someone('fay', 'boss')).recordReturn(input)))) return
  if (order.cameBackCents === 0) simulation.model.neverCameInCents += order.owedCents
  for (const line of simulation.banks.hand.lines)
    if (line.about === payout.id && line.kind === 'return') line.isBooked = true
  cameBack(order)
}

/** The payout of an order came back: it is owed again, and the card is not ours unless something was done with it. */
export function cameBack(order: Order): void {
  Object.assign(order, { money: 'back', cameBackCents: 0 })
  if (order.card === 'in stock' || order.card === 'in a lot') order.card = 'given back'
}
