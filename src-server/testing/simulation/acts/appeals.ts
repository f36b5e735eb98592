import { end, isUndecided, type Order } from '../model.ts'
import type { Simulation } from '../simulation.ts'
import { type Act, onOrder } from './act.ts'
import { versionOf } from './orders.ts'

const words = 'The balance was there.'

/** A seller asks another person to look at a decision. Returns the appeal, unless they withdraw it at once. */
async function appeal(simulation: Simulation, order: Order): Promise<string | undefined> {
  const appeals = () => simulation.api(order.seller).appeals
  const opened = await simulation.call(() => appeals().open({ orderId: order.id, words }))
  if (opened && simulation.chance.once(5)) {
    await simulation.call(() => appeals().withdraw({ orderId: order.id }))
    return undefined
  }
  return opened?.appeal?.id
}

/** Sends what staff have requested of an order. What was not answered is withdrawn, and a rejection stands then. */
async function answerRequest(simulation: Simulation, order: Order): Promise<boolean> {
  const seller = () => simulation.api(order.seller)
  const { request } = await seller().transactions.get({ id: order.id })
  const wants = request?.wants ?? []
  const fileIds: string[] = []
  for (const wanted of ['front', 'back'] as const)
    if (wants.includes(wanted)) fileIds.push(await simulation.shop.upload(order.seller, `${order.id} ${wanted}`))
  const number = wants.includes('number') ? { cardNumber: `NEW${order.id.replace('-', '')}` } : {}
  const sent = { id: request?.id ?? '', securityCode: '8841', fileIds, ...number }
  return (await simulation.call(() => seller().requests.answer(sent))) !== undefined
}

export const appealActs: readonly Act[] = [
  {
    name: 'a seller appeals what they have to repay',
    weight: 3,
    async run(simulation) {
      const { model, chance, touched } = simulation
      const debt = chance.among([...model.debts.values()], ({ problemId }) => problemId)
      if (!debt) return
      touched.add(debt.order.id)
      const appealId = await appeal(simulation, debt.order)
      if (!appealId) return
      const outcome = chance.once(3) ? 'stands' : 'right'
      const answer = { appealId, outcome, words } as const
      await simulation.call((requestKey) =>
        simulation.api('boss').admin.decideAppeal({ ...answer, requestKey }), () => {
        if (outcome === 'stands') return
        model.refund(debt, debt.repaidCents)
        Object.assign(debt, { leftCents: 0, repaidCents: 0, isRight: true })
      }, ['boss', 'boss'])
    },
  },
  {
    name: 'a seller appeals a rejection',
    weight: 3,
    async run(simulation) {
      const order = simulation.order(({ isRejected }) => isRejected)
      const appealId = order && (await appeal(simulation, order))
      if (!order || !appealId) return
      const outcome = simulation.chance.once(3) ? 'stands' : 'right'
      const by = simulation.chance.oneOf(['rita', 'raul', 'boss'] as const)
      if (!(await simulation.call(() => simulation.api(by).admin.decideAppeal({ appealId, outcome, words })))) return
      if (outcome === 'right') order.isRejected = !(await answerRequest(simulation, order))
    },
  },
  {
    name: 'a reviewer requests the code again',
    weight: 3,
    async run(simulation) {
      const order = simulation.order(isUndecided)
      if (!order) return
      const requests = () => simulation.api('rita').admin.requests
      const asked = { submissionId: order.id, version: await versionOf(simulation, order), wants: ['code' as const] }
      if (!(await simulation.call(() => requests().make(asked)))) return
      if (simulation.chance.once(4) || !(await answerRequest(simulation, order)))
        await simulation.call(() => requests().withdraw({ submissionId: order.id }))
    },
  },
  onOrder('a seller withdraws an order', 1, {
    which: isUndecided,
    by: ({ order }) => order.seller,
    call: ({ transactions }, { order: { id } }) => transactions.withdraw({ id }),
    after({ order }) {
      order.isRejected = true
      end(order, 'nothing')
    },
  }),
]
