import { type Debt, paid, repay } from '../model.ts'
import { type Act, onDebt, onOrder } from './act.ts'

const repays = (name: string, centsOf: (debt: Debt) => number): Act => {
  const reference = ({ id }: { id: string }) => `REPAID ${id}`.slice(0, 30)
  return onDebt(name, 1, {
    by: ['fay'],
    call: ({ admin }, { simulation, debt, problem }) =>
      admin.problems.recordRepayment({
        ...problem,
        amount: centsOf(debt) / 100,
        on: simulation.day,
        reference: reference(problem),
      }),
    after({ simulation, debt, problem }) {
      const cents = centsOf(debt)
      repay(debt, cents)
      const line = { about: [debt.order.id], text: reference(problem), cents }
      simulation.moveMoney('hand', { kind: 'repayment', ...line })
    },
  })
}

export const problemActs: readonly Act[] = [
  onOrder('a reviewer reports a bad card', 2, {
    which: ({ money, card }) => money === 'paid' && card === 'in stock',
    by: ['rita', 'raul'],
    async call({ admin }, { simulation, order: { id: submissionId } }) {
      await admin.review.recordCheck({ submissionId, outcome: 'zero', how: 'website' })
      const report = { submissionId, kind: 'drained', foundOn: simulation.day, note: 'It is empty.' } as const
      return admin.problems.report(report)
    },
    after: ({ simulation, order }, { id }) => simulation.model.problems.set(id, order),
  }),
  {
    name: 'finance decides about a bad card',
    weight: 3,
    async run(simulation) {
      const { model, chance } = simulation
      const [id, order] = chance.among([...model.problems], ([problemId]) => problemId) ?? []
      const problem = id && (await simulation.problemOf(id))
      if (!id || !order || !problem) return
      simulation.touched.add(order.id)
      const clawBacks = ['claw-back', 'claw-back', 'claw-back'] as const
      const decision = chance.oneOf([...clawBacks, 'write-off', 'dismiss', 'recovered'] as const)
      const isUndone = chance.once(6)
      const cents = decision === 'recovered' ? order.faceCents / 2 : 0
      const refund = { amount: cents / 100, reference: `REFUND-${id}` }
      const reason = { reason: 'The balance was used.', undoable: isUndone, ...(cents > 0 && refund) }
      const decided = { id, version: problem.version, decision, ...reason }
      const problems = () => simulation.api('fay').admin.problems
      const answer = await simulation.call(
        (requestKey) => problems().decide({ ...decided, requestKey }),
        ({ planned }) => {
          if (planned) return
          model.problems.delete(id)
          if (cents > 0)
            simulation.moveMoney('hand', { kind: 'sale', about: [order.id], text: refund.reference, cents })
          if (decision !== 'dismiss' && (order.card === 'in stock' || order.card === 'to check')) order.card = 'lost'
          if (decision === 'claw-back')
            model.debts.set(id, { problemId: id, order, leftCents: order.owedCents, repaidCents: 0, isRight: false })
        },
      )
      if (answer?.planned) await simulation.call(() => problems().undo({ id, version: answer.version }))
    },
  },
  repays('a seller repays all', ({ leftCents }) => leftCents),
  repays('a seller repays a half', ({ leftCents }) => Math.ceil(leftCents / 2)),
  onDebt('finance waives a debt', 1, {
    by: ['fay'],
    call: ({ admin }, { problem, requestKey }) =>
      admin.problems.waive({ ...problem, requestKey, note: 'They cannot pay.' }),
    after({ debt }) {
      debt.leftCents = 0
    },
  }),
  {
    name: 'a seller uses a payout for a debt',
    weight: 5,
    async run(simulation) {
      const { chance } = simulation
      const debt = simulation.debt()
      const problem = debt && (await simulation.problemOf(debt.problemId))
      if (!debt || !problem) return
      const order = simulation.order(
        ({ money, seller, owedCents }) =>
          money === 'waiting' && seller === debt.order.seller && owedCents <= debt.leftCents,
      )
      const payoutId = order?.payoutId
      if (!payoutId) return
      const input = { id: problem.id, version: problem.version, payoutId }
      const offered = await simulation.call(() => simulation.api('fay').admin.problems.offer(input))
      const offer = offered?.offers.find((each) => each.state === 'open' && each.payoutId === payoutId)
      if (!offer) return
      if (chance.once(5)) {
        const withdrawn = { id: input.id, version: offered?.version ?? 0, offerId: offer.id }
        await simulation.call(() => simulation.api('fay').admin.problems.withdrawOffer(withdrawn))
        return
      }
      const answer = { id: offer.id, accepts: !chance.once(4) }
      const answered = await simulation.call(async () => {
        await simulation.api(order.seller).transactions.answerOffer(answer)
        return true
      })
      if (!answered || !answer.accepts) return
      repay(debt, order.owedCents)
      paid(simulation.model, order, payoutId, 'set off')
    },
  },
]
