import { DAY_MS } from '../../../platform/clock.ts'
import { statementBanks } from '../bank.ts'
import type { Name } from '../persons.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'
import { recordsAllReturns } from './payouts.ts'
import { adjustAll, importStatements } from './statements.ts'

function lastDayOf(month: string): string {
  const next = new Date(`${month}-01`).setUTCMonth(Number(month.slice(5)))
  return new Date(next - DAY_MS).toISOString().slice(0, 10)
}

/** Transfers of the days up to one. */
export async function countTransfers({ shop }: Simulation, last: string): Promise<number> {
  const transfers = shop.db.selectFrom('ledger_transfers').select(({ fn }) => fn.countAll().as('count'))
  return Number((await transfers.where('day', '<=', last).executeTakeFirstOrThrow()).count)
}

/** Whether the shop has recorded all of a month; undefined while PayPal has not said what became of a payout. */
function isReady({ banks, openBanks, day, model }: Simulation, last: string): boolean | undefined {
  if (model.ordersWhere(({ isUnseen, money, way }) => isUnseen || (money === 'paying' && way === 'paypal')).length > 0)
    return undefined
  // Some returned money says no name, and is of whichever return of its amount was recorded.
  const isTaken = (cents: number) => model.ordersWhere(({ returnedCents }) => returnedCents === cents).length > 0
  if (banks.hand.lines.some(({ kind, isBooked, cents }) => kind === 'return' && !isBooked && isTaken(cents)))
    return undefined
  // A restore repeats some fees from its log, which the model does not follow.
  if (banks.hand.lines.some(({ isBooked, isFeeBooked }) => isBooked && !isFeeBooked)) return undefined
  // A counted account has no line that says when the money of a card came in that was recorded later.
  const isLate = banks.balance.lines.some((line) => line.day <= last && (line.bookedOn ?? '') > last)
  return day > last && !isLate && openBanks.every((bank) => banks[bank].isBookedTo(last))
}

/** Asks to close the next month, after the statements were imported. */
async function close(simulation: Simulation, by: Name): Promise<void> {
  const { model } = simulation
  const api = () => simulation.api(by)
  await importStatements(simulation)
  const { next } = await api().statements.months()
  const waits = (await api().waitingActs.list()).some(({ kind, state }) => /month/.test(kind) && state === 'waiting')
  if (!next || waits) return
  const { month, suspense } = next
  const last = lastDayOf(month)
  for (const bank of simulation.openBanks) {
    const typed = { id: simulation.accounts[bank], on: last, balance: simulation.banks[bank].balanceCents(last) / 100 }
    await simulation.call(() => api().statements.setBalance(typed))
  }
  const should = isReady(simulation, last)
  let isAccepted = false
  const refused = simulation.refusals.length
  await simulation.call(async (requestKey) => {
    const answer = await api().statements.closeMonth({ month, suspense, note: 'As each month.', requestKey })
    isAccepted = true
    return answer
  }, async () => {
    if (isReady(simulation, last) === false) simulation.report('months', 'closed too early', month)
    model.closed = [...model.closed, { month, last, transfers: await countTransfers(simulation, last) }]
  }, [by, by])
  if (should !== undefined && isAccepted !== should)
    simulation.report('months', `${isAccepted ? 'closes' : 'refuses'} ${by}`, simulation.refusals[refused] ?? month)
}

/** Records all that banks have written by the end of a month, has a second person release it, and closes the month. */
export const monthEnd: Act = {
  name: 'a month ends',
  weight: 0,
  async run(simulation) {
    const releaseAll = async () => {
      for (const waits of [...simulation.model.waiting.values()])
        await simulation.endWaiting(waits, waits.by === 'fay' ? 'boss' : 'fay', 'release')
    }
    await recordsAllReturns(simulation)
    await releaseAll()
    await importStatements(simulation)
    for (const _ of statementBanks) {
      await adjustAll(simulation)
      await releaseAll()
    }
    await close(simulation, 'fay')
    await releaseAll()
  },
}

export const monthActs: readonly Act[] = [
  { name: 'finance closes a month', weight: 1, run: (simulation) => close(simulation, 'fay') },
  {
    name: 'the owner reopens a month',
    weight: 1,
    async run(simulation) {
      const { model, chance } = simulation
      const { month } = chance.once(4) ? (model.closed[0] ?? {}) : (model.closed.at(-1) ?? {})
      if (!month) return
      await simulation.call((requestKey) =>
        simulation.api('boss').statements.reopenMonth({ month, reason: 'We forgot it.', requestKey }), () => {
        if (model.closed.at(-1)?.month !== month) simulation.report('months', 'not the newest', month)
        model.closed = model.closed.slice(0, -1)
      }, ['boss', 'boss'])
    },
  },
  {
    name: 'finance dates a move into a closed month',
    weight: 1,
    async run(simulation) {
      const { accounts, model } = simulation
      const { last } = model.closed.at(-1) ?? {}
      if (!last) return
      const move = { from: accounts.hand, to: 'owner', amount: 10, on: last }
      const refused = () => simulation.report('months', 'a move', `on ${last}`)
      await simulation.call(() => simulation.api('fay').statements.moveMoney(move), refused)
    },
  },
]
