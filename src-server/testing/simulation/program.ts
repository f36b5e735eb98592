import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ruleNames } from './rule-names.ts'
import { planOf, run } from './run.ts'
import { shrink } from './shrink.ts'

/**
 * `npm run test:system -- business --seed 7 --months 12`: runs the shop by a seed, or by `--seeds 30` of them, or with
 * `--full` by 1,000 of a month and 20 of a year in two processes, and prints what it finds with the fewest acts that
 * lead to it. It fails at a finding; `--acts 120` stops early, `--refusals` prints why calls were refused, and
 * `--digest` prints only what two processes compare.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    months: { type: 'string', default: '1' },
    acts: { type: 'string', default: 'Infinity' },
    refusals: { type: 'boolean', default: false },
    digest: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
  },
})

const print = (text: string) => process.stdout.write(`${text}\n`)

const figures = { runs: 0, months: 0, acts: 0, findings: 0, seconds: 0 }
const chosen = [{ seeds: Number(values.seeds), months: Number(values.months) }]
const full = [
  { seeds: 1000, months: 1 },
  { seeds: 20, months: 12 },
]
const first = Number(values.seed)
const every = Number(values.every)
if (values.full && every === 1) runHalves()
else {
  for (const { seeds, months } of values.full ? full : chosen)
    for (let seed = first; seed < first + seeds; seed += every) await simulate(seed, months)
  if (values.full) process.send?.(figures)
}

/** Two processes, each of which runs every second seed; prints their figures together at the end. */
function runHalves(): void {
  const halves = [first, first + 1].map((seed) =>
    fork(import.meta.filename, ['--full', '--every=2', `--seed=${seed}`, `--acts=${values.acts}`]),
  )
  for (const half of halves) {
    half.on('message', (sums: typeof figures) => {
      for (const each of Object.keys(figures) as (keyof typeof figures)[]) figures[each] += sums[each]
    })
    half.on('exit', (code) => {
      if (code !== 0) process.exitCode = 1
      if (halves.every(({ exitCode }) => exitCode !== null)) printFigures()
    })
  }
}

function printFigures(): void {
  const { runs, months, acts, findings, seconds } = figures
  print(
    `${runs} runs, ${months} months, ${acts} acts, ${findings} findings, ${(seconds / months).toFixed(2)} s a month`,
  )
}

async function simulate(seed: number, months: number): Promise<void> {
  const steps = planOf(seed, months).slice(0, Number(values.acts))
  const before = process.cpuUsage()
  const { found, acts, digest, refusals } = await run(steps)
  const { user, system } = process.cpuUsage(before)
  if (values.digest) {
    print(digest)
    return
  }
  const seconds = (user + system) / 1e6
  const sums = { runs: 1, months, acts, findings: found.length, seconds }
  for (const each of Object.keys(figures) as (keyof typeof figures)[]) figures[each] += sums[each]
  if (!values.full) print(`seed ${seed}: ${acts} acts, ${seconds.toFixed(1)} s, digest ${digest.slice(0, 12)}`)
  else if (figures.runs % 10 === 0) printFigures()
  if (values.full && found.length > 0) print(`seed ${seed}, --months ${months}`)
  if (values.refusals) print(refusals.toSorted().join('\n'))
  for (const each of found) {
    process.exitCode = 1
    print(`- after ${each.acts} acts: ${ruleNames[each.rule]} (${each.of})\n  ${each.detail}`)
    for (const { at, act } of await shrink(steps, each))
      print(`  ${new Date(at).toISOString().slice(0, 16)} ${act.name}`)
  }
}
