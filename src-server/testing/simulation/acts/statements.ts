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
      if (!line.isBooked || line.kind === 'own fee' || differsBy !== line.cents + line.feeCents) continue
      await matchByHand(simulation, bank, { lineId, line })
    }
  }
}

/** Matches a line with the free movement of its amount that is about the same, or of the payouts that it pays. */
async function matchByHand(
  simulation: Simulation,
  bank: BankName,
  { lineId, line }: { lineId: string; line: BankLine },
) {
  const api = () => simulation.api('fay').statements
  if (line.kind === 'payout' || line.kind === 'return' || line.kind === 'part of a payout') {
    await simulation.call(() => api().matchLine({ id: lineId, payouts: [...line.about] }))
    return
  }
  const { data } = await api().movements({ id: simulation.accounts[bank], limit: 100 })
  const about = data.filter((each) => line.about.some((id) => id === each.orderId || each.id.includes(id)))
  const movements = about.map(({ id }) => id)
  if (movements.length > 0) await simulation.call(() => api().matchLine({ id: lineId, movements }))
}

/** Makes an adjusting entry of a fee that is in no book. What staff have not recorded yet, they record instead. */
async function adjust(simulation: Simulation, { id, differsBy, line }: OpenLine): Promise<void> {
  const isOfLine = line.kind === 'own fee' && differsBy === line.cents
  const isOfPayment = line.isBooked && !line.isFeeBooked && differsBy === line.feeCents
  if (!isOfLine && !isOfPayment) return
  const api = () => simulation.api('fay').statements
  const entry = { lines: [id], amount: differsBy / 100, note: 'As the statement says.', kind: 'fee' as const }
  const made = await simulation.call(() => api().adjust(entry))
  if (!made) return
  line.isFeeBooked = true
}

export const statementActs: readonly Act[] = [
  { name: 'finance imports the statements', weight: 2, run: importStatements },
  {
    name: 'finance makes adjusting entries of what stays open',
    weight: 2,
    async run(simulation) {
      for (const bank of bankNames) for (const open of await openLines(simulation, bank)) await adjust(simulation, open)
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
