import { type BankName, ownKinds, statementBanks } from '../bank.ts'
import type { Act } from './act.ts'

/** Amounts that no card has, so that a line says whose it is. */
const someCents = (below: (limit: number) => number) => 1_001 + 10 * below(4_000)

export const moneyActs: readonly Act[] = [
  {
    name: 'finance moves money',
    weight: 2,
    async run(simulation) {
      const { chance, day } = simulation
      const from = chance.oneOf(['hand', 'paypal', 'balance', 'owner'] as const)
      const to = chance.oneOf((['hand', 'paypal', 'balance', 'owner'] as const).filter((each) => each !== from))
      const cents = someCents(chance.below)
      const feeCents = from !== 'owner' && chance.once(3) ? 150 : 0
      const idOf = (place: BankName | 'owner') => (place === 'owner' ? place : simulation.accounts[place])
      const move = { from: idOf(from), to: idOf(to), amount: cents / 100, fee: feeCents / 100, on: day }
      const about = { kind: 'move', about: [`${chance.below(1e9)}`], text: 'TRANSFER' } as const
      const requestKey = about.about[0]
      await simulation.call(
        () => simulation.api('fay').statements.moveMoney({ ...move, requestKey }),
        () => {
          if (from === 'owner') simulation.model.addOwn('owner', cents)
          else simulation.moveMoney(from, { ...about, cents: -cents, feeCents: -feeCents })
          if (to === 'owner') simulation.model.addOwn('owner', -cents)
          else simulation.moveMoney(to, { ...about, cents })
        },
      )
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
