import { cameBack, neverPaid } from '../model.ts'
import type { Name } from '../persons.ts'
import { type Act, onOrder } from './act.ts'
import { isPaidByHand, markSent } from './payouts.ts'

const reason = 'We look at it again.'

export const paidOrderActs: readonly Act[] = [
  {
    name: 'finance marks a payout as sent by mistake, and the owner takes it back',
    weight: 2,
    async run(simulation) {
      const order = await markSent(simulation)
      if (!order) return
      const decision = { submissionId: order.id, status: 'pending', reason, payout: 'never-sent' } as const
      if (await simulation.call(() => simulation.api('boss').admin.submissions.setStatus(decision))) neverPaid(order)
      else simulation.report('debts', 'a payment that was never sent', `${order.id} stays paid`)
    },
  },
  onOrder('the owner says with the status of an order that its payout came back', 2, {
    which: (order) => isPaidByHand(order) && order.cameBackCents === order.owedCents,
    by: ['boss'],
    call: ({ admin }, { order: { id } }) =>
      admin.submissions.setStatus({ submissionId: id, status: 'failed', reason, payout: 'returned' }),
    after: ({ simulation: { model, banks }, order }) => {
      const line = banks.hand.lines.find(({ kind, about }) => kind === 'return' && about.includes(order.payoutId ?? ''))
      Object.assign(line ?? {}, { isBooked: true })
      cameBack(model, order)
    },
  }),
  {
    name: 'a reviewer changes the status of a paid order, and a colleague approves or completes it again',
    weight: 2,
    async run(simulation) {
      const { chance } = simulation
      const order = simulation.order(({ money, isUnseen }) => money === 'paid' && !isUnseen)
      if (!order) return
      const submissionId = order.id
      const payout = chance.once(3) ? undefined : 'sent'
      const status = chance.oneOf(['pending', 'rejected', 'failed', 'processing'] as const)
      const decision = { submissionId, status, reason, payout } as const
      const by = chance.oneOf(['rita', 'raul', 'boss'] as const)
      const admin = (name: Name) => simulation.api(name).admin
      await simulation.call(() => admin(by).submissions.setStatus(decision))
      if (chance.once(2)) await simulation.call(() => admin('boss').review.approve({ submissionId }))
      if (chance.once(2))
        await simulation.call(() => admin('boss').submissions.setStatus({ submissionId, status: 'completed' }))
    },
  },
]
