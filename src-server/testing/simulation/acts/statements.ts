import {
  type BankLine,
  type BankName,
  bankNames,
  type OwnKind,
  ownKinds,
  statementBanks,
  statementFormat,
} from '../bank.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'

const methods = { hand: ['cashapp', 'bank'], paypal: ['paypal'], balance: [], till: [] } as const
const kinds = { hand: 'bank', paypal: 'paypal', balance: 'balance', till: 'cash' } as const

/** The first accounts of the shop in the product. */
export async function addAccounts(simulation: Simulation): Promise<void> {
  for (const name of bankNames) if (name !== 'till') await addAccount(simulation, name)
}

/** Adds an account with its balance of the morning, which may be corrected. */
async function addAccount(simulation: Simulation, name: BankName, wrongCents = 0): Promise<void> {
  const statements = () => simulation.api('fay').statements
  const cents = simulation.banks[name].openingCents
  const of = { name, methods: [...methods[name]], format: statementFormat, openingOn: simulation.day }
  const opened = { ...of, kind: kinds[name], openingBalance: (cents + wrongCents) / 100 }
  const accounts = await simulation.call(() => statements().makeAccount(opened))
  const id = accounts?.find((account) => account.name === name)?.id ?? ''
  simulation.accounts[name] = id
  if (wrongCents !== 0)
    await simulation.call(() => statements().changeAccount({ ...of, id, openingBalance: cents / 100 }))
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
  for (const bank of statementBanks) {
    const id = simulation.accounts[bank]
    const statement = simulation.banks[bank].statement(simulation.day)
    const imported = statement && (await simulation.call(() => api().import({ id, csv: statement.csv })))
    if (imported) for (const fault of imported.faults) simulation.report('statements', bank, fault.message)
    const [newest] = imported ? await api().imports({ id }) : []
    if (statement) simulation.banks[bank].import(statement.lines, newest?.id)
    await simulation.call(() => api().rematch({ id }))
    // To match a line by hand may open another one that was taken for it.
    for (const _ of statementBanks)
      for (const { id: lineId, line, differsBy } of await openLines(simulation, bank)) {
        const isOpen = differsBy === line.cents + line.feeCents
        if (!line.isBooked || ownKindOf(line) || !(isOpen || line.about.length > 1)) continue
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
    const byHand = () => simulation.call(() => api().matchLine({ id: lineId, payouts: [...line.about] }))
    if (await byHand()) return
    // The product may have taken another line of the same amount for this movement.
    for (const payout of line.about)
      for (const other of (await api().lines({ account: simulation.accounts[bank], search: payout })).data)
        if (other.amount === line.cents / 100) await simulation.call(() => api().unmatchLine({ id: other.id }))
    await byHand()
    return
  }
  const { data } = await api().movements({ id: simulation.accounts[bank], limit: 100 })
  const centsOf = ({ amount }: { amount: number }) => Math.round(amount * 100)
  // A move has no name that a bank writes.
  const net = line.cents + line.feeCents
  const isMove = (each: (typeof data)[0]) => line.kind === 'move' && each.kind === 'move' && centsOf(each) === net
  // Two payments of a buyer may be alike once their seller, and with them their names, are erased.
  const isPayment = (each: (typeof data)[0]) => line.kind === 'sale' && each.kind === 'buyer-payment'
  const isAbout = (each: (typeof data)[0]) => line.about.some((id) => id === each.orderId)
  const about = data.filter((each) => isMove(each) || isAbout(each) || (isPayment(each) && centsOf(each) === net))
  const ofSum = (cents: number) => about.find((each) => centsOf(each) === cents)
  const isAll = about.reduce((sum, each) => sum + centsOf(each), 0) === net
  // What is exact alone leaves the others, of the same order, to their own lines.
  const ofAmount = ofSum(net) ?? (isAll ? undefined : ofSum(line.cents))
  const movements = (ofAmount ? [ofAmount] : about).flatMap(({ ids }) => ids)
  if (movements.length > 0) await simulation.call(() => api().matchLine({ id: lineId, movements }))
}

export async function adjustAll(simulation: Simulation): Promise<void> {
  for (const bank of statementBanks)
    for (const open of await openLines(simulation, bank)) await adjust(simulation, open)
}

const ownKindOf = (line: BankLine): OwnKind | undefined => ownKinds.find((kind) => kind === line.kind)

/** Makes an adjusting entry of what is in no book. What staff have not recorded yet, they record instead. */
async function adjust(simulation: Simulation, { id, differsBy, line }: OpenLine): Promise<void> {
  const own = ownKindOf(line)
  const isOfLine = own !== undefined && differsBy === line.cents
  const isOfPayment = line.isBooked && !line.isFeeBooked && differsBy === line.feeCents
  if (!isOfLine && !isOfPayment) return
  const api = () => simulation.api('fay').statements
  const entry = { lines: [id], amount: differsBy / 100, note: 'As the statement says.', kind: own ?? 'fee' }
  await simulation.call(
    (requestKey) => api().adjust({ ...entry, requestKey }),
    () => bookOwn(simulation, line, true),
  )
}

/** An entry of a line, or of its fee, was made or reversed. */
function bookOwn({ model }: Simulation, line: BankLine, isBooked: boolean): void {
  const own = ownKindOf(line)
  line[own ? 'isBooked' : 'isFeeBooked'] = isBooked
  if (own) model.addOwn(own, isBooked ? line.cents : -line.cents)
}

/** A line in the product that is matched. */
async function reconciledLine(simulation: Simulation, hasEntry: boolean) {
  const bank = simulation.chance.oneOf(statementBanks)
  const asked = { account: simulation.accounts[bank], state: 'reconciled', limit: 100 } as const
  const { data } = await simulation.api('fay').statements.lines(asked)
  const found = data.filter(({ entryId }) => (entryId !== undefined) === hasEntry)
  const chosen = simulation.chance.among(found, ({ id }) => id)
  const line = simulation.banks[bank].lineOf(chosen?.description)
  return chosen && line && { id: chosen.id, entryId: chosen.entryId ?? '', line }
}

export const statementActs: readonly Act[] = [
  {
    name: 'finance adds an account, at times with a wrong balance at first',
    weight: 1,
    async run(simulation) {
      if (!simulation.accounts.till) await addAccount(simulation, 'till', simulation.chance.oneOf([0, -5_000, 777]))
    },
  },
  { name: 'finance imports the statements', weight: 2, run: importStatements },
  { name: 'finance makes adjusting entries of what stays open', weight: 2, run: adjustAll },
  {
    name: 'finance reverses an adjusting entry',
    weight: 1,
    async run(simulation) {
      const found = await reconciledLine(simulation, true)
      if (!found) return
      await simulation.call(
        (requestKey) => simulation.api('fay').statements.reverseEntry({ id: found.entryId, requestKey }),
        () => bookOwn(simulation, found.line, false),
      )
    },
  },
  {
    name: 'finance ends a match',
    weight: 1,
    async run(simulation) {
      const found = await reconciledLine(simulation, false)
      if (found) await simulation.call(() => simulation.api('fay').statements.unmatchLine({ id: found.id }))
    },
  },
  {
    name: 'finance takes an import back',
    weight: 1,
    async run(simulation) {
      const bank = simulation.banks[simulation.chance.oneOf(statementBanks)]
      const id = simulation.chance.among([...bank.imports.keys()], (each) => each)
      if (!id) return
      await simulation.call(
        () => simulation.api('fay').statements.takeBack({ id }),
        () => bank.takeBack(id),
      )
    },
  },
  {
    name: 'finance matches again',
    weight: 1,
    async run(simulation) {
      const id = simulation.accounts[simulation.chance.oneOf(statementBanks)]
      await simulation.call(() => simulation.api('fay').statements.rematch({ id }))
    },
  },
]
