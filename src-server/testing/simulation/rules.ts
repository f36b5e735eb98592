import { accountOfEntry } from '../../payouts/ledger/accounts.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { countTransfers } from './acts/months.ts'
import { openLines } from './acts/statements.ts'
import { ownKinds, statementBanks } from './bank.ts'
import { checkFiles } from './files.ts'
import type { Card, Order } from './model.ts'
import { sellers } from './persons.ts'
import type { RuleName } from './rule-names.ts'
import type { Simulation } from './simulation.ts'

type Check = {
  rule: RuleName
  /** After each act, about what it touched; or at the end of each day or month, about everything. */
  when: 'act' | 'day' | 'month'
  check(simulation: Simulation): Promise<void>
}

/** Cents in minus cents out of accounts of the product's ledger, together. */
async function balancesOf({ shop }: Simulation): Promise<(...accounts: string[]) => number> {
  const rows = await shop.db.selectFrom('ledger_balances').selectAll().execute()
  const balances = new Map<string, number>()
  // PostgreSQL has several rows of an account, until a job adds them up.
  for (const { account, debits, credits } of rows)
    for (const name of new Set([account, account.replace(/^buyer:.*/, 'buyer')]))
      balances.set(name, (balances.get(name) ?? 0) + Number(debits) - Number(credits))
  return (...accounts) => accounts.reduce((sum, account) => sum + (balances.get(account) ?? 0), 0)
}

/** What the product calls the place of a card. A delivered one is sold, whatever becomes of its payout. */
const statesOf: Record<Card, readonly string[]> = {
  'with seller': ['withdrawn'],
  'in stock': ['in-stock'],
  'to check': ['to-check'],
  'in a lot': ['listed'],
  delivered: ['disposed'],
  sold: ['disposed'],
  lost: ['written-off'],
  'given back': ['withdrawn'],
}

export const checks: readonly Check[] = [
  {
    rule: 'debts',
    when: 'act',
    async check(simulation) {
      const { model, touched, actName: of } = simulation
      const balance = await balancesOf(simulation)
      simulation.compare('debts', { what: 'owed by buyers', of }, [balance('buyer'), model.owedByBuyers()])
      for (const seller of sellers) {
        const orders = model.ordersWhere((order) => order.seller === seller)
        if (!orders.some(({ id }) => touched.has(id)) || orders.some(({ isUnseen }) => isUnseen)) continue
        const sum = (kind: string) => balance(...simulation.idsOf(seller).map((id) => `${kind}:${id}`))
        simulation.compare('debts', { what: `owed to ${seller}`, of }, [-sum('payable'), model.owedTo(seller)])
        simulation.compare('debts', { what: `owed by ${seller}`, of }, [sum('receivable'), model.owedBy(seller)])
      }
    },
  },
  {
    rule: 'cards',
    when: 'act',
    async check(simulation) {
      const orders = simulation.model.ordersWhere(({ id, isUnseen }) => simulation.touched.has(id) && !isUnseen)
      const ids = orders.map(({ id }) => id)
      const items = simulation.shop.db.selectFrom('inventory_items').select(['submission_id', 'state'])
      const found = await items.where('submission_id', 'in', ids).execute()
      for (const { id, card } of orders) {
        const is = found.find(({ submission_id }) => submission_id === id)?.state ?? 'withdrawn'
        if (!statesOf[card].includes(is))
          simulation.report('cards', `${card} is ${is}`, `${id} after ${simulation.actName}`)
      }
    },
  },
  {
    rule: 'set-off',
    when: 'act',
    async check(simulation) {
      const cents = (await balancesOf(simulation))('cash:set-off')
      simulation.compare('set-off', { what: 'cash:set-off', of: simulation.actName }, [cents, 0])
    },
  },
  {
    rule: 'alone',
    when: 'act',
    async check(simulation) {
      const { model, touched, actName, banks } = simulation
      // Any line of the bank with the same amount confirms a return.
      const isConfirmed = (cents: number) =>
        banks.hand.lines.some((line) => line.kind === 'return' && line.cents === cents)
      const isMoving = ({ id, money }: Order) => touched.has(id) && (money === 'paying' || money === 'paid')
      const needsTwo = ({ isLarge, returnedCents: cents }: Order) => isLarge || (cents > 0 && !isConfirmed(cents))
      for (const { id, approvedBy, releasedBy } of model.ordersWhere((order) => isMoving(order) && needsTwo(order)))
        if (releasedBy === undefined || releasedBy === approvedBy)
          simulation.report('alone', actName, `${id}, approved by ${approvedBy}, released by ${releasedBy}`)
    },
  },
  {
    rule: 'ledger',
    when: 'day',
    async check(simulation) {
      const { problem } = await verifyLedger(simulation.shop.db)
      if (problem) simulation.report('ledger', 'any account', problem)
    },
  },
  {
    rule: 'lines',
    when: 'day',
    async check(simulation) {
      for (const bank of statementBanks)
        for (const { line, differsBy } of await openLines(simulation, bank)) {
          const detail = `${line.text} of ${line.cents} cents differs by ${differsBy}`
          // PayPal reports the fee of a payment with its outcome.
          const isOnItsWay = bank === 'paypal' && line.kind === 'payout' && differsBy === line.feeCents
          if (line.isBooked && line.isFeeBooked && !isOnItsWay)
            simulation.report('lines', `${bank}: ${line.kind}`, detail)
        }
    },
  },
  {
    rule: 'cash',
    when: 'day',
    async check(simulation) {
      const balance = await balancesOf(simulation)
      for (const bank of simulation.openBanks) {
        const real = simulation.banks[bank]
        const id = simulation.accounts[bank]
        const typed = { on: simulation.day, balance: real.balanceCents(simulation.day) / 100 }
        const { isReconciled, outstanding } = await simulation.api('fay').statements.setBalance({ id, ...typed })
        const booked = balance(`cash:${id}`, `clearing:${id}`) - Math.round(outstanding.amount * 100)
        // No statement says what came in for a card that a restore has lost.
        const isCounted = bank === 'balance' || bank === 'till'
        const unknown = isCounted ? real.unbookedCents() : 0
        if (isReconciled || isCounted)
          simulation.compare('cash', { what: bank }, [booked, real.balanceCents(simulation.day) - unknown])
      }
    },
  },
  {
    rule: 'own',
    when: 'day',
    async check(simulation) {
      const [balance, { own }] = [await balancesOf(simulation), simulation.model]
      for (const kind of ownKinds)
        if (kind !== 'fee')
          simulation.compare('own', { what: kind }, [balance(accountOfEntry[kind]), -(own.get(kind) ?? 0)])
    },
  },
  {
    rule: 'waiting',
    when: 'day',
    async check(simulation) {
      const listed = await simulation.api('boss').waitingActs.list()
      const ids = listed.filter(({ id, state }) => state === 'waiting' && id.startsWith('WA-')).map(({ id }) => id)
      const [is, should] = [ids, [...simulation.model.waiting.keys()]].map((each) => each.toSorted().join(' '))
      if (is !== should) simulation.report('waiting', 'the list', `${is} instead of ${should}`)
    },
  },
  {
    rule: 'months',
    when: 'day',
    async check(simulation) {
      const { last = '', transfers = 0 } = simulation.model.closed.at(-1) ?? {}
      const now = await countTransfers(simulation, last)
      if (now !== transfers) simulation.report('months', 'a transfer', `${now} up to ${last} instead of ${transfers}`)
    },
  },
  {
    rule: 'paid',
    when: 'month',
    async check(simulation) {
      for (const seller of sellers) {
        const years = await simulation.api(seller).transactions.statement()
        const cents = years.reduce((sum, { total }) => sum + Math.round(total * 100), 0)
        const should = simulation.model.paidTo(seller)
        simulation.compare('paid', { what: `paid to ${seller}`, of: 'sellers' }, [cents, should])
      }
    },
  },
  { rule: 'files', when: 'month', check: checkFiles },
  {
    rule: 'reports',
    when: 'month',
    async check(simulation) {
      const { total } = await simulation.api('boss').admin.reports.business({ by: 'month' })
      const { model } = simulation
      simulation.compare('reports', { what: 'paid' }, [Math.round(total.paid * 100), model.paidTo()])
      simulation.compare('reports', { what: 'proceeds' }, [Math.round(total.proceeds * 100), model.proceedsCents])
    },
  },
]
