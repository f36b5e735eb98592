import { expect, test } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { addAccounts, importStatements } from '../simulation/acts/statements.ts'
import { type Chance, chanceOf } from '../simulation/chance.ts'
import { checks } from '../simulation/rules.ts'
import { peopleActs } from '../simulation/run.ts'
import { Simulation } from '../simulation/simulation.ts'
import { startEngines } from '../test-support/engines.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { settingsOf } from '../test-support/test-site.ts'
import { openKilledShop } from './killed-shop.ts'
import { atScale, recordMetric } from './system-test.ts'

const ACTS = atScale(300, 1_500)
const ACTS_A_DAY = 25
const weighted = peopleActs
  .flatMap((act) => Array.from({ length: act.weight }, () => act))
  .filter(({ name }) => !name.includes('PayPal'))

/** Ids differ in each run, so that things are chosen by their place. */
const random = chanceOf('kills')
const chance: Chance = { ...random, among: (items) => (items.length > 0 ? random.oneOf(items) : undefined) }

async function settings(engine: 'SQLite' | 'PostgreSQL') {
  if (engine === 'SQLite') return { env: {}, [Symbol.asyncDispose]: async () => {} }
  const engines = await startEngines({ isDurable: true })
  const { postgres, redis, store } = engines
  const env = settingsOf(postgres.url(), redis.url, store.createBucket())
  return { env, [Symbol.asyncDispose]: () => engines[Symbol.asyncDispose]() }
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  `${ACTS} acts of a business with kills agree with the books on %s`,
  async (engine) => {
    using folder = tempFolder()
    await using engines = await settings(engine)
    await using shop = await openKilledShop({ dataDir: folder.path, env: engines.env, chance })
    const simulation = new Simulation(shop, chance)
    simulation.begin('the shop opens', chance)
    const values = { ...policyDefaults.controls, secondPersonFrom: simulation.model.secondPersonFrom }
    await simulation.api('boss').admin.policies.change({ name: 'controls', base: 0, values })
    await addAccounts(simulation)
    for (let number = 1; number <= ACTS; number++) {
      const act = chance.oneOf(weighted)
      simulation.begin(act.name, chance)
      await act.run(simulation)
      const isDay = number % ACTS_A_DAY === 0
      if (isDay) await importStatements(simulation)
      const isDue = { act: true, day: isDay, month: number === ACTS }
      // What is matched, and how, and files are proved without kills.
      for (const { rule, when, check } of checks)
        if (isDue[when] && rule !== 'lines' && rule !== 'files') await check(simulation)
    }
    recordMetric({
      claim: `SIGKILL in the middle of a business on ${engine}`,
      figure: `${ACTS} acts, ${shop.kills()} kills, ${shop.lostAnswers()} answers lost, ${simulation.findings.length} findings`,
      goal: '0 findings',
      isMet: simulation.findings.length === 0,
    })
    expect(simulation.findings).toEqual([])
    expect(shop.kills()).toBeGreaterThan(ACTS / 30)
  },
  atScale(600_000, 1_800_000),
)
