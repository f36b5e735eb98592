import { type BankLine, type BankName, bankNames, statementFormat } from '../bank.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'

/** The accounts of the shop in the product, with their balances of the morning. */
export async function addAccounts(simulation: Simulation): Promise<void> {
  const methods = { hand: ['cashapp', 'bank'], paypal: ['paypal'] } as const
  for (const provider of bankNames) {
    const opening = { openingBalance: simulation.banks[provider].openingCents / 100, openingOn: simulation.day }
    const given = { name: provider, provider, methods: [...methods[provider]], format: statementFormat, ...opening }
    const accounts = await simulation.api('fay').statements.makeAccount(given)
    simulation.accounts[provider] = accounts.find(({ name }) => name === provider)?.id ?? ''
  }
}

/** A line in the product that is not cleared, with what the bank wrote. `differsBy` is cents. */
type OpenLine = { id: string; differsBy: number; line: BankLine }

export async function openLines(simulation: Simulation, bank: BankName): Promise<OpenLine[]> {
  const found: OpenLine[] = []
  for (const state of ['open', 'differs'] as const) {
    const asked = { account: simulation.accounts[bank], state, limit: 100 }
    const { data } = await simulation.api('fay').statements.lines(asked)
    for (const { id, difference, description } of data) {
      const line = simulation.banks[bank].lineOf(description)
      if (line) found.push({ id, line, differsBy: Math.round(difference * 100) })
    }
  }
  return found
}

/** Imports what the banks wrote, and clears by hand what the product does not match itself. */
export async function importStatements(simulation: Simulation): Promise<void> {
  const api = () => simulation.api('fay').statements
  for (const bank of bankNames) {
    const id = simulation.accounts[bank]
    const csv = simulation.banks[bank].statement(simulation.day)
    const imported = csv && (await simulation.call(() => api().import({ id, csv })))
    if (imported) for (const fault of imported.faults) simulation.report('statements', bank, fault.message)
    await simulation.call(() => api().rematch({ id }))
    for (const { id: lineId, line, differsBy } of await openLines(simulation, bank)) {
      if (!line.isBooked || (line.kind !== 'payout' && line.kind !== 'return')) continue
      const isWhole = differsBy === line.cents + line.feeCents
      // The product may have found only some of the payouts of a file.
      if (!isWhole && (line.about.length === 1 || !(await simulation.call(() => api().unmatchLine({ id: lineId })))))
        continue
      await unmatchOtherLines(simulation, bank, line)
      await simulation.call(() => api().matchLine({ id: lineId, payouts: [...line.about] }))
    }
  }
}

/** The product may have taken another line of the same amount for this movement. */
async function unmatchOtherLines(simulation: Simulation, bank: BankName, line: BankLine): Promise<void> {
  const api = () => simulation.api('fay').statements
  const direction = line.kind === 'payout' ? 'out' : 'back'
  for (const payoutId of line.about) {
    const { data } = await api().lines({ account: simulation.accounts[bank], search: payoutId })
    for (const { id, description, payouts } of data)
      if (
        simulation.banks[bank].lineOf(description) !== line &&
        payouts.some((each) => each.id === payoutId && each.direction === direction)
      )
        await simulation.call(() => api().unmatchLine({ id }))
  }
}

/** Makes an adjusting entry of a line that stays open. What staff have not recorded yet, they record instead. */
async function adjust(simulation: Simulation, bank: BankName, { id, differsBy, line }: OpenLine): Promise<void> {
  if (!line.isBooked && line.kind !== 'own fee') return
  const api = () => simulation.api('fay').statements
  const isFee = line.kind === 'own fee' || !line.isFeeBooked
  // A text that names an order is taken for its payout, although it is of a sale.
  const isOther = line.kind === 'sale' && differsBy !== line.cents
  if (isOther) await simulation.call(() => api().unmatchLine({ id }))
  const cents = isOther ? line.cents : differsBy
  const entry = { lines: [id], amount: cents / 100, note: 'As the statement says.' }
  const made = await simulation.call(() => api().adjust({ ...entry, kind: isFee ? 'fee' : 'correction' }))
  if (!made) return
  if (isFee) line.isFeeBooked = true
  else simulation.model.bookedTwice[bank] += cents
}

export const statementActs: readonly Act[] = [
  { name: 'finance imports the statements', weight: 2, run: importStatements },
  {
    name: 'finance makes adjusting entries of what stays open',
    weight: 2,
    async run(simulation) {
      for (const bank of bankNames)
        for (const open of await openLines(simulation, bank)) await adjust(simulation, bank, open)
    },
  },
  {
    name: 'a bank takes a fee',
    weight: 1,
    async run(simulation) {
      const cents = -(100 + simulation.chance.below(900))
      simulation.moveMoney('hand', { kind: 'own fee', about: [], isBooked: false, text: 'ACCOUNT FEE', cents })
    },
  },
]
