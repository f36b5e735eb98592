import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'
import { markSent } from './payouts.ts'

/** Books the money where it has left, which no bank writes again. */
async function moveAgain(simulation: Simulation, { cents, key }: { cents: number; key: string }): Promise<void> {
  const { accounts, banks } = simulation
  const on = banks.balance.lineAbout(key)?.day ?? simulation.day
  const requestKey = `${key}-${simulation.chance.below(1e9)}`
  const move = { from: accounts.hand, to: accounts.balance, amount: cents / 100, on, requestKey }
  await simulation.call(
    () => simulation.api('fay').statements.moveMoney(move),
    () => {
      for (const { lines } of [banks.hand, banks.balance])
        for (const line of lines)
          if (line.about.includes(key)) Object.assign(line, { isBooked: true, about: [key, requestKey] })
    },
  )
}

export const wrongAccountActs: readonly Act[] = [
  {
    name: 'finance says that another account has paid, and moves the money',
    weight: 2,
    async run(simulation) {
      const { chance, accounts, banks } = simulation
      const order = await markSent(simulation, accounts.balance)
      if (!order) return
      order.isElsewhere = true
      // The balance of the cards has the money yet, which the books say it has paid.
      const cents = order.owedCents
      const about = [`${chance.below(1e9)}`]
      const wrong = { kind: 'move', about, text: 'NOT PAID' } as const
      banks.balance.move(simulation.day, { ...wrong, cents: -cents })
      banks.balance.move(simulation.day, { ...wrong, cents, isBooked: false })
      simulation.moveMoney('hand', { kind: 'move', about, text: `W-${order.payoutId}`, cents: -cents, isBooked: false })
      await moveAgain(simulation, { cents, key: about[0] ?? '' })
    },
  },
  {
    name: 'finance moves money that another account has paid',
    weight: 1,
    async run(simulation) {
      const lines = simulation.banks.balance.lines.filter(({ text, isBooked }) => text === 'NOT PAID' && !isBooked)
      const wrong = simulation.chance.among(lines, ({ number }) => `${number}`)
      if (wrong) await moveAgain(simulation, { cents: wrong.cents, key: wrong.about[0] ?? '' })
    },
  },
]
