import { back, cameBack, end, isByHand, type Order, owe, paid } from '../model.ts'
import { password } from '../shop.ts'
import type { Simulation } from '../simulation.ts'
import { type Act, onPayout, versioned } from './act.ts'

export const isPaidByHand = (order: Order) => order.money === 'paid' && isByHand(order) && !order.isElsewhere
const waits = ({ money }: Order) => money === 'waiting'
const note = 'As the office said.'
const otherWay = (way: Order['way']) => (way === 'cashapp' ? 'paypal' : 'cashapp')

/** Finance says that it has paid an order, by hand, from an account. Returns the order. */
export async function markSent(simulation: Simulation, account?: string): Promise<Order | undefined> {
  const order = simulation.order((each) => waits(each) && isByHand(each))
  const payout = order && (await simulation.payoutOf(order))
  if (!order || payout?.state !== 'ready') return undefined
  const payouts = () => simulation.api('fay').payouts
  const begun = await simulation.call(() => payouts().begin(versioned(payout)))
  if (!begun) return undefined
  Object.assign(order, { money: 'paying', payoutId: payout.id, begunId: payout.id })
  const sent = { ...versioned(begun.payout), reference: `W-${payout.id}`, account }
  if (!(await simulation.call(() => payouts().markSent(sent)))) return undefined
  paid(simulation.model, order, payout.id)
  return order
}

/** Staff say that a payout came back. `which` chooses whether its money did. */
const recordsReturn = (name: string, weight: number, which: (order: Order) => boolean): Act =>
  onPayout(name, weight, {
    which: (order) => isByHand(order) && !order.isElsewhere && which(order),
    by: ['fay', 'boss'],
    call: ({ payouts }, { payout, order, requestKey }) =>
      payouts.recordReturn({
        ...payout,
        requestKey,
        code: 'provider',
        amount: (order.cameBackCents || order.owedCents) / 100,
      }),
    after({ simulation, order, payout }) {
      for (const line of simulation.banks.hand.lines)
        if (line.kind === 'return' && line.about.includes(payout.id)) line.isBooked = true
      if (order.cameBackCents === 0) order.returnedCents = order.owedCents
      cameBack(simulation.model, order)
    },
  })

const recordsCameBack = recordsReturn('finance records a return', 4, ({ cameBackCents }) => cameBackCents > 0)

/** Records each return that a bank has written, as far as the product allows it. */
export async function recordsAllReturns(simulation: Simulation): Promise<void> {
  for (const _ of simulation.model.ordersWhere(({ cameBackCents }) => cameBackCents > 0))
    await recordsCameBack.run(simulation)
}

export const payoutActs: readonly Act[] = [
  {
    name: 'finance pays a payout by hand',
    weight: 14,
    async run(simulation) {
      const { chance } = simulation
      const order = simulation.order((each) => waits(each) && isByHand(each))
      const payout = order && (await simulation.payoutOf(order))
      if (!order || !payout) return
      const by = chance.oneOf(['fay', 'fay', 'boss'] as const)
      const payouts = () => simulation.api(by).payouts
      const begun = await simulation.call(() => payouts().begin(versioned(payout)))
      if (!begun) return
      Object.assign(order, { money: 'paying', payoutId: payout.id, begunId: payout.id })
      const given = versioned(begun.payout)
      if (chance.once(8)) {
        if (await simulation.call(() => payouts().releaseLock(given))) order.money = 'waiting'
        return
      }
      const reference = `CA-${payout.id.slice(-6)}`
      if (!(await simulation.call(() => payouts().markSent({ ...given, reference })))) return
      const feeCents = chance.once(8) ? 25 + chance.below(200) : 0
      const fee = { feeCents: -feeCents, isFeeBooked: feeCents === 0 }
      const line = { about: [payout.id], text: reference }
      if (chance.once(20))
        for (const cents of [-Math.floor(order.owedCents / 2), -Math.ceil(order.owedCents / 2)])
          simulation.moveMoney('hand', { kind: 'part of a payout', ...line, cents })
      else simulation.moveMoney('hand', { kind: 'payout', ...line, ...fee, cents: -order.owedCents }, chance.below(3))
      paid(simulation.model, order, payout.id)
    },
  },
  {
    name: 'finance pays payouts by a file for the bank',
    weight: 4,
    async run(simulation) {
      const orders = simulation.model.ordersWhere((order) => waits(order) && order.way === 'bank')
      const found = await Promise.all(
        orders.map(async (order) => ({ order, payout: await simulation.payoutOf(order) })),
      )
      const payouts = found.flatMap(({ payout }) => (payout?.state === 'ready' ? [versioned(payout)] : []))
      if (payouts.length === 0) return
      const file = { format: 'bank', payouts, requestKey: `file-${simulation.chance.below(1e9)}` } as const
      const api = () => simulation.api('fay').payouts
      const made = await simulation.call(() => api().makeFile(file))
      if (!made) return
      const ids = payouts.map(({ id }) => id).filter((id) => !made.leftOut.some((each) => each.id === id))
      const inFile = found.flatMap(({ order, payout }) =>
        payout && ids.includes(payout.id) ? [{ order, payout }] : [],
      )
      for (const { order, payout } of inFile) {
        simulation.touched.add(order.id)
        Object.assign(order, { money: 'paying', payoutId: payout.id, begunId: payout.id })
      }
      const { id } = made.file
      if (simulation.chance.once(5)) {
        if (await simulation.call(() => api().putFileBack({ id })))
          for (const { order } of inFile) order.money = 'waiting'
        return
      }
      const reference = `WIRE-${id.slice(-6)}`
      if (!(await simulation.call(() => api().markFileSent({ id, reference })))) return
      const cents = inFile.reduce((sum, { order }) => sum - order.owedCents, 0)
      simulation.moveMoney('hand', { kind: 'payout', about: ids, text: reference, cents })
      for (const { order, payout } of inFile) paid(simulation.model, order, payout.id)
    },
  },
  {
    name: 'a bank gives money back',
    weight: 2,
    async run(simulation) {
      const { chance, model } = simulation
      const order = simulation.order((each) => isPaidByHand(each) && each.cameBackCents === 0)
      if (!order?.payoutId) return
      // Some banks take a fee of what they give back, but not of what a person has asked to record whole.
      const isAsked = [...model.waiting.values()].some(({ orders }) => orders.includes(order))
      order.cameBackCents = order.owedCents - (chance.once(4) && !isAsked ? 100 : 0)
      const about = { about: [order.payoutId], text: 'RETURNED ITEM', cents: order.cameBackCents }
      simulation.moveMoney('hand', { kind: 'return', isBooked: false, ...about })
    },
  },
  recordsCameBack,
  recordsReturn('finance records a return of which no money came in', 1, (order) => {
    return order.money === 'paid' && order.cameBackCents === 0
  }),
  recordsReturn('finance records a return of what was set off', 1, ({ money }) => money === 'set off'),
  onPayout('finance closes a debt', 1, {
    which: back,
    by: ['fay', 'boss'],
    call: ({ payouts }, { payout, requestKey }) => payouts.closeDebt({ ...payout, note, requestKey }),
    after: ({ order }) => end(order, 'closed'),
  }),
  onPayout('a seller asks to be paid another way', 5, {
    which: back,
    by: ({ order }) => order.seller,
    call({ transactions }, { order: { id, seller, way } }) {
      const details = { cashapp: `$${seller}`, paypal: 'paid@mail.example' }
      const type = otherWay(way)
      const method = { type, details: details[type], accountNumber: '', routingNumber: '' }
      return transactions.changePayout({ id, method, currentPassword: password })
    },
    async after({ simulation, order }) {
      order.way = otherWay(order.way)
      owe(simulation.model, order, (await simulation.payoutOf(order))?.id)
    },
  }),
  {
    name: 'finance corrects a fee',
    weight: 2,
    async run(simulation) {
      const lines = simulation.banks.hand.lines.filter(({ isFeeBooked }) => !isFeeBooked)
      const lineOf = (id = '') => lines.find(({ about }) => about.includes(id))
      const order = simulation.order((each) => isPaidByHand(each) && lineOf(each.payoutId) !== undefined)
      const payout = order && (await simulation.payoutOf(order))
      const line = lineOf(payout?.id)
      if (!payout || !line) return
      const input = { ...versioned(payout), fee: -line.feeCents / 100, note }
      await simulation.call(
        (requestKey) => simulation.api('fay').payouts.correctFee({ ...input, requestKey }),
        () => {
          line.isFeeBooked = true
        },
      )
    },
  },
  onPayout('finance corrects a reference', 1, {
    which: isPaidByHand,
    by: ['fay'],
    call: ({ payouts }, { payout }) => payouts.correctReference({ ...payout, reference: `C-${payout.id}` }),
  }),
  onPayout('finance stops a payout', 1, {
    which: waits,
    by: ['fay'],
    call: ({ payouts }, { payout }) => payouts.hold({ ...payout, note }),
    async after({ simulation }, { id, version, holds }) {
      const holdId = holds.at(-1)?.id
      if (!holdId || simulation.chance.once(3)) return
      await simulation.call(() => simulation.api('boss').payouts.lift({ id, version, holdId }))
    },
  }),
  {
    name: 'a second person releases a payout',
    weight: 8,
    async run(simulation) {
      const order = simulation.order(waits)
      const payout = order && (await simulation.payoutOf(order))
      if (!order || payout?.state !== 'held') return
      const by = simulation.chance.oneOf(['fay', 'boss'] as const)
      if (await simulation.call(() => simulation.api(by).payouts.release(versioned(payout)))) order.releasedBy = by
    },
  },
  onPayout('finance cancels a payout that has not left', 1, {
    which: waits,
    by: ['fay'],
    call: ({ payouts }, { payout }) => payouts.cancel({ ...payout, note }),
    after: ({ order }) => end(order, 'nothing'),
  }),
]
