import { type BankName, ownKinds, statementBanks } from '../bank.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'

/** Amounts that no card has, so that a line says whose it is. */
const someCents = (below: (limit: number) => number) => 1_001 + 10 * below(4_000)

type Place = BankName | 'owner'
type Move = { from: Place; to: Place; cents: number; feeCents: number; day: string; key: string }

/** Books a move; `isAgain` after a restore, when the money has moved already. */
async function move(simulation: Simulation, moved: Move, isAgain = false): Promise<void> {
  const { from, to, cents, feeCents, day, key: requestKey } = moved
  const idOf = (place: Place) => (place === 'owner' ? place : simulation.accounts[place])
  const asked = { from: idOf(from), to: idOf(to), amount: cents / 100, fee: feeCents / 100, on: day, requestKey }
  let hasMoved = isAgain
  const moveAt = (place: Place, money: { cents: number; feeCents?: number }) => {
    if (place === 'owner') return simulation.model.addOwn('owner', -money.cents)
    const line = simulation.banks[place].lineAbout(requestKey)
    if (!hasMoved) simulation.banks[place].move(day, { kind: 'move', about: [requestKey], text: 'TRANSFER', ...money })
    else if (line) Object.assign(line, { isBooked: true, isFeeBooked: true })
  }
  await simulation.call(
    () => simulation.api('fay').statements.moveMoney(asked),
    () => {
      moveAt(from, { cents: -cents, feeCents: -feeCents })
      moveAt(to, { cents })
      hasMoved = true
      simulation.lost.push(() => move(simulation, moved, true))
    },
  )
}

export const moneyActs: readonly Act[] = [
  {
    name: 'finance moves money',
    weight: 2,
    async run(simulation) {
      const { chance, day } = simulation
      const places = [...simulation.openBanks, 'owner'] as const
      const from = chance.oneOf(places)
      const to = chance.oneOf(places.filter((each) => each !== from))
      const feeCents = from !== 'owner' && chance.once(3) ? 150 : 0
      await move(simulation, { from, to, cents: someCents(chance.below), feeCents, day, key: `${chance.below(1e9)}` })
    },
  },
  {
    name: 'a bank books something of its own',
    weight: 2,
    async run(simulation) {
      const { chance } = simulation
      const kind = chance.oneOf(ownKinds)
      const isOut = kind === 'fee' || kind === 'expense' || (kind !== 'interest' && chance.once(2))
      const cents = kind === 'fee' || kind === 'interest' ? 100 + chance.below(900) : someCents(chance.below)
      const line = { about: [], isBooked: false, text: `OWN ${kind}`, cents: isOut ? -cents : cents }
      simulation.moveMoney(chance.oneOf(statementBanks), { kind, ...line })
    },
  },
]
