import { password } from '../shop.ts'
import { type Act, onRefund, versioned } from './act.ts'

const owed = ['failed', 'returned'] as const

export const refundActs: readonly Act[] = [
  onRefund('a second person releases a refund', 3, {
    which: ['held'],
    by: ['fay', 'boss'],
    call: ({ payouts }, { refund }) => payouts.release(refund),
  }),
  onRefund('finance pays a refund', 3, {
    which: ['ready'],
    by: ['fay', 'boss'],
    call: ({ payouts }, { refund }) => payouts.begin(refund),
    async after({ simulation, of, refund: { id } }, { payout }) {
      const { model } = simulation
      const reference = `RF-${id.slice(-6)}`
      const sent = { ...versioned(payout), reference }
      const by = payout.claimedBy?.id === simulation.shop.person('boss').id ? 'boss' : 'fay'
      if (!(await simulation.call(() => simulation.api(by).payouts.markSent(sent)))) return
      simulation.moveMoney('hand', { kind: 'refund', about: [id], text: reference, cents: -of.cents })
      model.refund(of, -of.cents)
      model.sentRefunds.set(id, of)
    },
  }),
  {
    name: 'a bank gives a refund back, and finance records it',
    weight: 2,
    async run(simulation) {
      const { model, banks, chance, touched } = simulation
      const [id = '', refund] = chance.among([...model.sentRefunds], ([each]) => each) ?? []
      if (!refund) return
      touched.add(refund.order.id)
      const { cents } = refund
      const lineOf = () => banks.hand.lines.find(({ kind, about }) => kind === 'return' && about.includes(id))
      if (!lineOf())
        simulation.moveMoney('hand', { kind: 'return', about: [id], text: 'RETURNED ITEM', cents, isBooked: false })
      const { version } = await simulation.api('fay').payouts.get({ id })
      const back = { id, version, code: 'provider', amount: cents / 100 } as const
      await simulation.call((requestKey, isOther) =>
        simulation.api(isOther ? 'boss' : 'fay').payouts.recordReturn({ ...back, requestKey }), () => {
        Object.assign(lineOf() ?? {}, { isBooked: true })
        model.sentRefunds.delete(id)
        model.refund(refund, cents)
      }, ['fay', 'boss'])
    },
  },
  onRefund('a seller chooses where a refund goes', 3, {
    which: owed,
    by: ({ of }) => of.order.seller,
    call({ transactions }, { of: { order } }) {
      const method = { type: 'cashapp', details: `$${order.seller}`, accountNumber: '', routingNumber: '' } as const
      return transactions.changePayout({ id: order.id, method, currentPassword: password })
    },
  }),
  onRefund('finance closes what is owed of a refund', 1, {
    which: owed,
    by: ['fay', 'boss'],
    call: ({ payouts }, { refund, requestKey }) =>
      payouts.closeDebt({ ...refund, note: 'They want it given away.', requestKey }),
    after: ({ simulation, of }) => simulation.model.refund(of, -of.cents),
  }),
]
