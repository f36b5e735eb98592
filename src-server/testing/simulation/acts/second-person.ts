import { DAY_MS } from '../../../platform/clock.ts'
import { type Name, staffNames } from '../persons.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'

const ends = (name: string, weight: number, how: 'release' | 'cancel', by: readonly Name[]): Act => ({
  name,
  weight,
  async run(simulation) {
    const waits = simulation.chance.among([...simulation.model.waiting.values()], ({ id }) => id)
    if (waits) await simulation.endWaiting(waits, simulation.chance.oneOf(by), how)
  },
})

async function controlsOf(simulation: Simulation) {
  const all = await simulation.api('boss').admin.policies.list()
  return all.find((each) => each.name === 'controls')
}

export const secondPersonActs: readonly Act[] = [
  ends('a person releases what waits', 6, 'release', staffNames),
  ends('a person cancels what waits', 1, 'cancel', staffNames),
  {
    name: 'the owner changes from which amount a second person is asked',
    weight: 1,
    async run(simulation) {
      const { chance, model, shop } = simulation
      const present = await controlsOf(simulation)
      if (present?.name !== 'controls') return
      const cents = chance.oneOf([100_00, 170_00, 250_00, 400_00])
      const values = { ...present.values, secondPersonFrom: cents }
      const change = { name: 'controls', base: present.version, values }
      await simulation.call(
        async () => (await simulation.api('boss').admin.policies.change(change)).version,
        () => {
          if (cents > model.secondPersonFrom) model.looser = { cents, due: shop.clock.now().getTime() + DAY_MS }
          else if (cents < model.secondPersonFrom) Object.assign(model, { secondPersonFrom: cents, looser: undefined })
        },
      )
    },
  },
  {
    name: 'a person confirms looser controls alone, and the owner takes them back',
    weight: 1,
    async run(simulation) {
      const present = await controlsOf(simulation)
      if (present?.name !== 'controls' || !present.waiting) return
      const { id } = present.waiting
      // The only owner has made them, and the others may not.
      const by = simulation.chance.oneOf(staffNames)
      const isAlone = () => simulation.report('alone', 'looser controls', `${by} confirms them`)
      await simulation.call(async () => (await simulation.api(by).admin.policies.confirm({ id })).version, isAlone)
      await simulation.call(
        async () => (await simulation.api('boss').admin.policies.takeBack({ id })).version,
        () => {
          simulation.model.looser = undefined
        },
      )
    },
  },
]
