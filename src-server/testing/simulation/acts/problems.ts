import type { Debt } from '../model.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'

const problems = (simulation: Simulation, by: string) => simulation.api(by).admin.problems

/** A problem as finance sees it. */
async function readProblem(simulation: Simulation, id: string) {
  const { data } = await problems(simulation, 'boss').list({ state: 'all', limit: 100 })
  return data.find((problem) => problem.id === id)
}

function someDebt({ model, chance }: Simulation): Debt | undefined {
  return chance.among(
    [...model.debts.values()].filter(({ leftCents }) => leftCents > 0),
    ({ problemId }) => problemId,
  )
}

export const problemActs: readonly Act[] = [
  {
    name: 'a reviewer reports a bad card',
    weight: 1,
    async run(simulation) {
      const order = simulation.order(({ money, card }) => money === 'paid' && card === 'in stock')
      if (!order) return
      const report = { submissionId: order.id, kind: 'drained', foundOn: simulation.day, note: 'It is empty.' } as const
      const made = await simulation.call(() => problems(simulation, simulation.someone('rita', 'raul')).report(report))
      if (made) simulation.model.problems.set(made.id, order)
    },
  },
  {
    name: 'finance decides about a bad card',
    weight: 2,
    async run(simulation) {
      const { model, chance } = simulation
      const [id, order] = chance.among([...model.problems], ([problemId]) => problemId) ?? []
      const problem = id && (await readProblem(simulation, id))
      if (!id || !order || !problem) return
      simulation.touched.add(order.id)
      const decision = chance.oneOf(['claw-back', 'claw-back', 'claw-back', 'write-off', 'dismiss'] as const)
      const input = { id, version: problem.version, decision, reason: 'The balance was used.' }
      const decided = await simulation.call(() => problems(simulation, 'fay').decide(input))
      if (!decided) return
      model.problems.delete(id)
      if (decision !== 'dismiss' && order.card === 'in stock') order.card = 'lost'
      if (decision !== 'claw-back') return
      model.debts.set(id, { problemId: id, orderId: order.id, seller: order.seller, leftCents: order.owedCents })
    },
  },
  {
    name: 'a seller repays',
    weight: 1,
    async run(simulation) {
      const debt = someDebt(simulation)
      const problem = debt && (await readProblem(simulation, debt.problemId))
      if (!debt || !problem) return
      const cents = simulation.chance.once(2) ? debt.leftCents : Math.ceil(debt.leftCents / 2)
      const reference = `REPAID ${debt.problemId}`.slice(0, 30)
      const input = { id: problem.id, version: problem.version, amount: cents / 100, on: simulation.day, reference }
      if (!(await simulation.call(() => problems(simulation, 'fay').recordRepayment(input)))) return
      debt.leftCents -= cents
      const movement = { kind: 'repayment', about: debt.problemId, isBooked: true } as const
      simulation.banks.hand.move({ ...movement, day: simulation.day, text: reference, cents })
    },
  },
  {
    name: 'finance waives a debt',
    weight: 1,
    async run(simulation) {
      const debt = someDebt(simulation)
      const problem = debt && (await readProblem(simulation, debt.problemId))
      if (!debt || !problem || !simulation.chance.once(3)) return
      const input = { id: problem.id, version: problem.version, note: 'They cannot pay.' }
      if (await simulation.call(() => problems(simulation, 'fay').waive(input))) debt.leftCents = 0
    },
  },
  {
    name: 'a seller uses a payout for a debt',
    weight: 3,
    async run(simulation) {
      const debt = someDebt(simulation)
      const problem = debt && (await readProblem(simulation, debt.problemId))
      if (!debt || !problem) return
      const isOfferable = (money: string, seller: string) => money === 'waiting' && seller === debt.seller
      const order = simulation.order((each) => isOfferable(each.money, each.seller) && each.owedCents <= debt.leftCents)
      if (!order?.payoutId) return
      const input = { id: problem.id, version: problem.version, payoutId: order.payoutId }
      const offered = await simulation.call(() => problems(simulation, 'fay').offer(input))
      const offer = offered?.offers.find(({ state, payoutId }) => state === 'open' && payoutId === order.payoutId)
      if (!offer) return
      const answer = { id: offer.id, accepts: !simulation.chance.once(4) }
      const answered = await simulation.call(async () => {
        await simulation.api(order.seller).transactions.answerOffer(answer)
        return true
      })
      if (!answered || !answer.accepts) return
      debt.leftCents -= order.owedCents
      Object.assign(order, { money: 'set off', card: order.card === 'with seller' ? 'in stock' : order.card })
      if (order.card === 'given back') order.card = 'in stock'
    },
  },
]
