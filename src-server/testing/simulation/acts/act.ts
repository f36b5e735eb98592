import type { PayoutState } from '#shared/payout.ts'
import type { Debt, Order } from '../model.ts'
import type { Name } from '../persons.ts'
import type { Api } from '../shop.ts'
import type { Payout, Simulation } from '../simulation.ts'

/** Something that a person, a provider or the machine does. It changes the model as it should change the product. */
export type Act = {
  name: string
  /** How often it happens, beside the weights of the others. */
  weight: number
  run(simulation: Simulation): Promise<void>
}

type Call<Which, About, Answer> = {
  /** What it may be about; anything by default. */
  which?: Which
  /** Who makes the call: one of these, by chance, and at times another one at once; or the seller. */
  by: readonly Name[] | ((about: About) => Name)
  call(api: Api, about: About & { requestKey: string }): Promise<Answer>
  /** What is true after the product has accepted the call. */
  after?(about: About, answer: Answer): unknown
}

type Find<Which, About> = (simulation: Simulation, which?: Which) => Promise<About | undefined>

/** Makes acts of one call about something that `find` finds. */
function callsAbout<Which, About>(find: Find<Which, About>) {
  return <Answer>(name: string, weight: number, { which, by, call, after }: Call<Which, About, Answer>): Act => ({
    name,
    weight,
    async run(simulation) {
      const about = await find(simulation, which)
      if (!about) return
      const person = typeof by === 'function' ? by(about) : simulation.chance.oneOf(by)
      const other = typeof by === 'function' ? person : (by.find((each) => each !== person) ?? person)
      await simulation.call(
        (requestKey, isOther) => call(simulation.api(isOther ? other : person), { ...about, requestKey }),
        (done) => after?.(about, done),
        [person, other],
      )
    },
  })
}

type WhichOrder = (order: Order) => boolean
type Versioned = { id: string; version: number }

export const onOrder = callsAbout(async (simulation, which?: WhichOrder) => {
  const order = simulation.order(which)
  return order && { simulation, order }
})

/** `payout` is as a call names it. */
export const onPayout = callsAbout(async (simulation, which?: WhichOrder) => {
  const order = simulation.order(which)
  const present = order && (await simulation.payoutOf(order))
  return present && { simulation, order, payout: versioned(present), state: present.state }
})

/** A lot that waits for an outcome, with its orders. */
export const onLot = callsAbout(async (simulation) => {
  const { model, chance, touched } = simulation
  const [id, orders] = chance.among([...model.lots], ([each]) => each) ?? []
  if (!id || !orders) return undefined
  for (const order of orders) touched.add(order.id)
  return { simulation, id, orders }
})

/** `problem` is as a call names it. Debts that were paid are left out. */
export const onDebt = callsAbout(async (simulation, which?: (debt: Debt) => boolean) => {
  const debt = simulation.debt(which)
  const problem = debt && (await simulation.problemOf(debt.problemId))
  return problem && { simulation, debt, problem: versioned(problem) }
})

/** A refund that is owed, whose payout is in one of these states: also `refund`, as a call names it. */
export const onRefund = callsAbout(async (simulation, states: readonly PayoutState[] = []) => {
  const { model, chance, shop, touched } = simulation
  const [problemId, { order }] = chance.among([...model.refunds], ([id]) => id) ?? [undefined, { order: undefined }]
  if (!order || !problemId || order.money === 'back') return undefined
  touched.add(order.id)
  const refunds = shop.db.selectFrom('payouts').where('refund_of', '=', problemId).where('debt_ended_at', 'is', null)
  const payout = await refunds.where('state', 'in', states).selectAll().executeTakeFirst()
  if (!payout || (payout.state === 'ready' && payout.method_type === 'paypal')) return undefined
  return {
    simulation,
    refund: versioned(payout),
    state: payout.state,
    of: { problemId, order, cents: payout.amount_cents },
  }
})

/** Two orders that the act is about, or one when there is no other. */
export function twoOrders(simulation: Simulation, which: WhichOrder): Order[] {
  const first = simulation.order(which)
  const second = simulation.order((order) => which(order) && order !== first)
  return [first, second].filter((order) => order !== undefined)
}

export function versioned({ id, version }: Versioned | Payout): Versioned {
  return { id, version }
}
