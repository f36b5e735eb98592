import type { BankLine } from '../bank.ts'
import { statementFormat } from '../bank.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'

export const bankNames = ['hand', 'paypal'] as const
export type BankName = (typeof bankNames)[number]

/** The accounts of the shop in the product, with their balances of the morning. */
export async function addAccounts(simulation: Simulation): Promise<void> {
  const methods = { hand: ['cashapp', 'bank'], paypal: ['paypal'] } as const
  for (const provider of bankNames) {
    const accounts = await simulation.api('fay').statements.makeAccount({
      ...{ name: provider, provider, methods: [...methods[provider]], format: statementFormat },
      ...{ openingBalance: simulation.banks[provider].openingCents / 100, openingOn: simulation.day },
    })
    simulation.accounts[provider] = accounts.find(({ name }) => name === provider)?.id ?? ''
  }
}

/** A line in the product that is not cleared, with what the bank wrote. */
export type OpenLine = { id: string; difference: number; line: BankLine }

export async function openLines(simulation: Simulation, bank: BankName): Promise<OpenLine[]> {
  const api = simulation.api('fay').statements
  const account = simulation.accounts[bank] ?? ''
  const pages = [
    await api.lines({ account, state: 'open', limit: 100 }),
    await api.lines({ account, state: 'differs', limit: 100 }),
  ]
  return pages
    .flatMap(({ data }) => data)
    .flatMap(({ id, difference, description }) => {
      const line = simulation.banks[bank].lines[lineNumber(description) - 1]
      return line ? [{ id, difference, line }] : []
    })
}

export const statementActs: readonly Act[] = [
  {
    name: 'finance imports the statements',
    weight: 2,
    run: importStatements,
  },
  {
    name: 'finance makes adjusting entries of what stays open',
    weight: 2,
    async run(simulation) {
      for (const bank of bankNames)
        for (const { id, difference, line } of await openLines(simulation, bank)) {
          // What staff have not recorded yet, they record.
          if (!line.isBooked && line.kind !== 'own fee') continue
          const isFee = line.kind === 'own fee' || !line.isFeeBooked
          // A text that names an order is taken for its payout, although it is of a sale.
          const isOther = line.kind === 'sale' && Math.round(difference * 100) !== line.cents
          if (isOther) await simulation.call(() => simulation.api('fay').statements.unmatchLine({ id }))
          const amount = isOther ? line.cents / 100 : difference
          const kind = isFee ? ('fee' as const) : ('correction' as const)
          const input = { lines: [id], kind, amount, note: 'As the statement says.' }
          if (!(await simulation.call(() => simulation.api('fay').statements.adjust(input)))) continue
          if (isFee) line.isFeeBooked = true
          else simulation.model.bookedTwice[bank] += Math.round(amount * 100)
        }
    },
  },
  {
    name: 'a bank takes a fee',
    weight: 1,
    async run(simulation) {
      const movement = { kind: 'own fee', about: '', isBooked: false } as const
      simulation.banks.hand.move({
        ...movement,
        day: simulation.day,
        text: 'ACCOUNT FEE',
        cents: -(100 + simulation.chance.below(900)),
      })
    },
  },
]

/** The product may have taken another line of the same amount for this movement. */
async function unmatchWrongLine(
  simulation: Simulation,
  bank: BankName,
  { number, about, kind }: BankLine,
): Promise<void> {
  const api = () => simulation.api('fay').statements
  const direction = kind === 'payout' ? 'out' : 'back'
  const { data } = await api().lines({ account: simulation.accounts[bank] ?? '', search: about })
  for (const { id, description, payouts } of data)
    if (lineNumber(description) !== number && payouts.some((each) => each.id === about && each.direction === direction))
      await simulation.call(() => api().unmatchLine({ id }))
}

const lineNumber = (description = '') => Number(description.split(' no ').at(-1))

/** Imports what the banks wrote, and clears by hand what the product does not match itself. */
export async function importStatements(simulation: Simulation): Promise<void> {
  const api = () => simulation.api('fay').statements
  for (const bank of bankNames) {
    const id = simulation.accounts[bank] ?? ''
    const csv = simulation.banks[bank].statement()
    if (csv) {
      const imported = await simulation.call(() => api().import({ id, csv }))
      for (const fault of imported?.faults ?? [])
        simulation.report('a statement of a bank can be read', bank, fault.message)
    }
    await simulation.call(() => api().rematch({ id }))
    for (const { id: lineId, line, difference } of await openLines(simulation, bank)) {
      const isOpen = Math.round(difference * 100) === line.cents + line.feeCents
      if (!isOpen || !line.isBooked || (line.kind !== 'payout' && line.kind !== 'return')) continue
      await unmatchWrongLine(simulation, bank, line)
      await simulation.call(() => api().matchLine({ id: lineId, payouts: [line.about] }))
    }
  }
}
