import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { bankNames, openLines } from './acts/statements.ts'
import type { Card } from './model.ts'
import { sellers } from './shop.ts'
import { anotherPrice, type Simulation } from './simulation.ts'

/** Something that is true of every business, in words of the business. `check` reports where it is not. */
export type Rule = {
  name: string
  /** After each act, about what it touched; or at the end of each day or month, about everything. */
  when: 'act' | 'day' | 'month'
  check(simulation: Simulation, rule: string): Promise<void>
}

type Balances = Map<string, number>

/** Cents in minus cents out of each account of the product's ledger. */
async function balancesOf({ shop }: Simulation): Promise<Balances> {
  const rows = await shop.ctx.db.selectFrom('ledger_balances').selectAll().execute()
  return new Map(rows.map(({ account, debits, credits }) => [account, Number(debits) - Number(credits)]))
}

const stateOf: Record<Card, string> = {
  'with seller': 'withdrawn',
  'in stock': 'in-stock',
  'in a lot': 'listed',
  delivered: 'listed',
  sold: 'disposed',
  lost: 'written-off',
  'given back': 'withdrawn',
}

/** Differences that were reported once, so that a later one is seen too. */
const known = new WeakMap<Simulation, Map<string, number>>()

function reportDifference(
  simulation: Simulation,
  rule: string,
  { what, of }: { what: string; of: string },
  [is, should]: [number, number],
): void {
  const differences = known.get(simulation) ?? new Map<string, number>()
  known.set(simulation, differences)
  if (is - should === (differences.get(what) ?? 0)) return
  differences.set(what, is - should)
  simulation.report(rule, of, `${what}: the product says ${is} cents, the model ${should}.`)
}

export const rules: readonly Rule[] = [
  {
    name: 'each seller is owed what was agreed and not paid, and owes what was not repaid',
    when: 'act',
    async check(simulation, rule) {
      const { model, shop, touched } = simulation
      const balances = await balancesOf(simulation)
      for (const seller of sellers) {
        const orders = model.ordersWhere((order) => order.seller === seller)
        if (!orders.some(({ id }) => touched.has(id)) || orders.some(({ isUnseen }) => isUnseen)) continue
        const { id } = shop.person(seller)
        const owed = -(balances.get(`payable:${id}`) ?? 0)
        const of = model.repriced.has(seller) ? anotherPrice : simulation.actName
        reportDifference(simulation, rule, { what: `owed to ${seller}`, of }, [owed, model.owedTo(seller)])
        const owes = balances.get(`receivable:${id}`) ?? 0
        reportDifference(simulation, rule, { what: `${seller} owes`, of }, [owes, model.owedBy(seller)])
      }
    },
  },
  {
    name: 'each card is where it was put, and a card that has gone is not in stock',
    when: 'act',
    async check(simulation, rule) {
      const orders = simulation.model.ordersWhere(({ id, isUnseen }) => simulation.touched.has(id) && !isUnseen)
      const items = await simulation.shop.ctx.db
        .selectFrom('inventory_items')
        .select(['submission_id', 'state'])
        .where(
          'submission_id',
          'in',
          orders.map(({ id }) => id),
        )
        .execute()
      const states = new Map(items.map(({ submission_id, state }) => [submission_id, state as string]))
      for (const { id, card } of orders) {
        const is = states.get(id) ?? 'withdrawn'
        // A delivered card whose payout came back is withdrawn from its lot.
        if (is === stateOf[card] || (card === 'delivered' && is === 'withdrawn')) continue
        simulation.report(rule, `${card} is ${is}`, `${id} after '${simulation.actName}'`)
      }
    },
  },
  {
    name: 'what was set off moved no money',
    when: 'act',
    async check(simulation, rule) {
      const cents = (await balancesOf(simulation)).get('cash:set-off') ?? 0
      if (cents !== 0) simulation.report(rule, simulation.actName, `cash:set-off has ${cents} cents.`)
    },
  },
  {
    name: 'the ledger agrees with itself',
    when: 'day',
    async check(simulation, rule) {
      const { problem } = await verifyLedger(simulation.shop.ctx.db)
      const isRepriced = [...simulation.model.repriced].some((name) =>
        problem?.includes(simulation.shop.person(name).id),
      )
      if (problem) simulation.report(rule, isRepriced ? anotherPrice : 'others', problem)
    },
  },
  {
    name: 'each bank line of a booked movement can be cleared without another transfer',
    when: 'day',
    async check(simulation, rule) {
      for (const bank of bankNames)
        for (const { line, difference } of await openLines(simulation, bank))
          if (line.isBooked && line.isFeeBooked)
            simulation.report(
              rule,
              `${bank}: ${line.kind}`,
              `${line.text} of ${line.cents} cents differs by ${difference}`,
            )
    },
  },
  {
    name: 'when the product says reconciled, the cash of the ledger is that of the bank',
    when: 'day',
    async check(simulation, rule) {
      const balances = await balancesOf(simulation)
      const cash = (...names: string[]) => names.reduce((sum, name) => sum + (balances.get(name) ?? 0), 0)
      for (const bank of bankNames) {
        const { balanceCents, openingCents } = simulation.banks[bank]
        const account = { id: simulation.accounts[bank] ?? '', on: simulation.day, balance: balanceCents / 100 }
        const { isReconciled } = await simulation.api('fay').statements.setBalance(account)
        if (!isReconciled) continue
        const booked = bank === 'hand' ? cash('cash:hand', 'cash:resale') : cash('cash:paypal', 'clearing:paypal')
        const real = balanceCents - openingCents + simulation.model.bookedTwice[bank]
        const { neverCameInCents } = simulation.model
        const isNeverIn = bank === 'hand' && neverCameInCents > 0 && booked - real === neverCameInCents
        const of = isNeverIn ? 'a return of which no money came in' : bank
        if (booked !== real)
          simulation.report(rule, of, `The books have ${booked} cents, the bank ${real}, on ${simulation.day}.`)
      }
    },
  },
]
