import { MINUTE_MS } from '../../../platform/clock.ts'
import { paid } from '../model.ts'
import type { Simulation } from '../simulation.ts'
import { type Act, onPayout } from './act.ts'

const isOpenAtPayPal = (status: string) => ['PENDING', 'ONHOLD', 'UNCLAIMED'].includes(status)

/** The first repeat of a request whose answer was lost is refused: a person finds out what became of that payout. */
async function repeatInVain(simulation: Simulation): Promise<void> {
  const unseen = simulation.model.ordersWhere(({ isUnseen }) => isUnseen)
  const mayBePaid = (status = 'SUCCESS') => status === 'SUCCESS' || isOpenAtPayPal(status)
  if (!unseen.every(({ payoutId = '' }) => mayBePaid(simulation.payPalStatus(payoutId)))) return
  const refused = { status: 400, body: JSON.stringify({ name: 'USER_BUSINESS_ERROR' }) }
  simulation.paypal.command('faults', { operation: 'create', when: 'before', ...refused })
  simulation.pass(MINUTE_MS)
  await simulation.payPalWork()
  for (const order of unseen) {
    const { payoutId: id = '' } = order
    if ((await simulation.api('fay').payouts.get({ id })).attention !== 'unknown') continue
    simulation.model.unknown.add(id)
    order.isUnseen = false
  }
}

export const payPalActs: readonly Act[] = [
  {
    name: 'finance sends payouts by PayPal',
    weight: 8,
    async run(simulation) {
      const order = simulation.order((each) => each.money === 'waiting' && each.way === 'paypal')
      const payout = order && (await simulation.payoutOf(order))
      if (!order || !payout) return
      const { chance } = simulation
      const isAnswerLost = chance.once(4)
      const when = chance.once(2) ? 'after' : 'before'
      if (isAnswerLost) simulation.paypal.command('faults', { operation: 'create', when, how: 'close' })
      if (await simulation.call(() => simulation.api('fay').payouts.sendNow({ ids: [payout.id] }))) {
        Object.assign(order, { money: 'paying', payoutId: payout.id, isUnseen: true })
        await simulation.payPalWork()
        if (isAnswerLost && chance.once(2)) await repeatInVain(simulation)
      }
      simulation.paypal.command('no-faults')
    },
  },
  {
    name: 'finance looks up at PayPal what became of a payout',
    weight: 3,
    async run(simulation) {
      const { model, chance } = simulation
      const order = simulation.order(({ money, payoutId = '' }) => money === 'paying' && model.unknown.has(payoutId))
      const { payoutId = '' } = order ?? {}
      if (!order) return
      const isPaid = simulation.payPalStatus(payoutId) !== undefined
      if (isPaid) simulation.paypal.command('status', { payoutId, status: 'SUCCESS' })
      await simulation.payPalWork()
      const { itemId: reference, feeCents = 0 } =
        simulation.paypal.books().batches.findLast(({ item }) => item.payoutId === payoutId)?.item ?? {}
      const second = chance.oneOf(['fay', 'boss'] as const)
      for (const by of isPaid ? ['fay' as const] : ['fay' as const, second]) {
        const { version } = (await simulation.payoutOf(order)) ?? { version: 0 }
        const settled = {
          id: payoutId,
          version,
          outcome: isPaid ? 'paid' : 'not-sent',
          reference,
          fee: feeCents / 100,
        } as const
        const answer = await simulation.call(() => simulation.api(by).payouts.settleUnknown(settled))
        if (answer?.state === 'paid') paid(model, order, payoutId)
        if (answer?.state === 'ready') {
          if (by === 'fay') simulation.report('alone', 'not sent', payoutId)
          order.money = 'waiting'
          model.unknown.delete(payoutId)
        }
      }
    },
  },
  {
    name: 'PayPal decides about a payout',
    weight: 3,
    async run(simulation) {
      const order = simulation.order(
        ({ way, money, payoutId = '' }) =>
          way === 'paypal' && (money === 'paying' || money === 'paid') && !simulation.model.unknown.has(payoutId),
      )
      const present = order?.payoutId && simulation.payPalStatus(order.payoutId)
      if (!order?.payoutId || !present) return
      const { chance } = simulation
      const isPaid = present === 'SUCCESS'
      if (!(isPaid ? chance.once(4) : isOpenAtPayPal(present))) return
      const status = isPaid ? 'REVERSED' : chance.oneOf(['SUCCESS', 'SUCCESS', 'RETURNED', 'FAILED'] as const)
      simulation.paypal.command('status', { payoutId: order.payoutId, status })
      order.isUnseen = true
      if (!chance.once(3)) await simulation.payPalWebhook(order.payoutId)
    },
  },
  onPayout('finance cancels a payout by PayPal that its receiver has not claimed', 1, {
    which: ({ way, money, payoutId }) => way === 'paypal' && money === 'paying' && payoutId !== undefined,
    by: ['fay'],
    call: ({ payouts }, { payout }) => payouts.cancelUnclaimed({ ...payout, note: 'As the office said.' }),
    after({ order }) {
      order.isUnseen = true
    },
  }),
]
