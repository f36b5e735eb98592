// `npm test`: installs packages and a browser if necessary, then runs the checks of every change.
//   --all           all checks
//   --part=1, 2     with --all: one half of them, for two machines
//   --only=a,b      only these steps; other arguments go to them
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { chromium, firefox } from './browsers.mjs'
import { beanCheck, haproxy, psql, redisServer } from './engines.mjs'
import { installAll } from './packages.mjs'
import { inRoot, root } from './project.mjs'
import { build, testBuild } from './site-build.mjs'

const given = process.argv.slice(2)
const isAll = given.includes('--all')
/**
 * With `--all`, tests with time limits share the cores with other steps. A failed test runs a second time; one that
 * passes then is named at the end as flaky. Mend it: it has a race, or the product has.
 */
const vitestRetry = isAll ? ['--retry=1', '--reporter=default', '--reporter=./scripts/flaky-reporter.mjs'] : []
const playwrightRetry = isAll ? ['--retries=1'] : []
const vitest = (project, ...args) => ['vitest/vitest.mjs', 'run', '--project', project, ...vitestRetry, ...args]
// Without this, one core stays idle. The other projects choose their workers themselves.
const onAllCores = '--maxWorkers=100%'
// Pages wait for requests and timers, the server for the processes that inspect files.
const onMoreThanCores = `--maxWorkers=${Math.ceil(1.5 * availableParallelism())}`
const playwright = (...args) => ['@playwright/test/cli.js', 'test', ...playwrightRetry, ...args]
/**
 * In the order of execution. `in` names the runs of a step: of every change, and the parts of `--all`. With `--all`,
 * steps that mostly wait for servers and time limits run beside the others, in a lane of their own.
 */
const steps = [
  { name: 'sizes', in: ['change', 1], run: ['../scripts/sizes.mjs'] },
  { name: 'types', in: ['change', 1], run: ['typescript/bin/tsc', '-b', '.', 'src'] },
  { name: 'lint', in: ['change', 1], run: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  { name: 'unit', in: ['change', 1], run: vitest('unit', onMoreThanCores) },
  { name: 'component', in: ['change', 1], run: vitest('component', onMoreThanCores) },
  { name: 'integration', in: ['change', 1], needs: ['build', 'chromium'], run: vitest('integration') },
  {
    name: 'integration-long',
    in: [1],
    waits: true,
    needs: ['build', 'chromium', 'redis', 'haproxy', 'psql'],
    run: vitest('integration-long'),
  },
  { name: 'component-strict', in: [1], run: vitest('component-strict', onMoreThanCores) },
  { name: 'limits', in: [1], waits: true, needs: ['redis', 'beancount'], run: vitest('limits') },
  { name: 'postgres', in: [1], needs: ['redis'], run: vitest('postgres', onAllCores) },
  { name: 'integration-cluster', in: [1], waits: true, needs: ['build', 'redis'], run: vitest('integration-cluster') },
  { name: 'system', in: [1], waits: true, needs: ['build', 'redis'], run: vitest('system') },
  {
    name: 'e2e-quick',
    in: ['change'],
    needs: ['build', 'chromium'],
    run: playwright('--project=chromium', '--grep', '@page|@main'),
  },
  { name: 'e2e', in: [2], needs: ['build', 'chromium'], run: playwright('--project=chromium') },
  { name: 'e2e-firefox', in: [2], needs: ['build', 'firefox'], run: playwright('--project=firefox') },
  {
    name: 'e2e-cluster',
    in: [2],
    needs: ['build', 'chromium', 'redis'],
    run: playwright('--config', 'playwright.cluster.config.ts'),
  },
]

const option = (name) => given.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3)
const isOption = (text) => text === '--all' || /^--(part|only)=/.test(text)
const forwarded = given.filter((text) => !isOption(text))
const only = option('only')?.split(',')
const runs = isAll ? [1, 2].filter((part) => Number(option('part') ?? part) === part) : ['change']
const chosen = steps.filter((step) => (only ? only.includes(step.name) : step.in.some((each) => runs.includes(each))))

/** What a step can need. Each returns the environment of the tests, or undefined where it is missing. */
const resources = {
  build: () => {
    build(testBuild)
    return { BUILD_DIR: testBuild }
  },
  chromium: async () => asVariable('CHROMIUM_PATH', await chromium()),
  firefox: () => asVariable('FIREFOX_PATH', firefox()),
  redis: () => asVariable('REDIS_SERVER_PATH', redisServer()),
  haproxy: () => asVariable('HAPROXY_PATH', haproxy()),
  psql: () => asVariable('PSQL_PATH', psql()),
  beancount: () => asVariable('BEAN_CHECK_PATH', beanCheck()),
}
const asVariable = (name, value) => value && { [name]: value }

installAll()
// In CI mode, a forgotten `test.only` fails.
const env = { ...process.env, CI: process.env.CI ?? 'true' }
const missing = new Set()
for (const name of new Set(chosen.flatMap(({ needs = [] }) => needs))) {
  const found = await resources[name]()
  if (found) Object.assign(env, found)
  else missing.add(name)
}

const isBeside = ({ waits }) => waits === true && isAll
const lanes = [
  runLane(
    chosen.filter((step) => !isBeside(step)),
    false,
  ),
  runLane(chosen.filter(isBeside), true),
]
const results = (await Promise.all(lanes)).flat()
const count = (outcome) => results.filter((result) => result.outcome === outcome).length
for (const { name, outcome, lastLines } of results) {
  if (outcome === 'failed' && lastLines) console.log(`\n# ${name} failed; its last lines:\n${lastLines}`)
}
console.log('\n| step | outcome | |\n|---|---|---|')
for (const { name, outcome, detail } of results) console.log(`| ${name} | ${outcome} | ${detail} |`)
for (const { name, unreliable = [] } of results)
  if (unreliable.length > 0) console.log(`\n${name}:\n${unreliable.join('\n')}`)
console.log(`\nchecks: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
const isComplete = runs.includes('change') || count('skipped') === 0
process.exit(count('failed') === 0 && isComplete ? 0 : 1)

async function runLane(lane, beside) {
  const results = []
  for (const { name, needs = [], run } of lane) {
    const lacks = needs.filter((each) => missing.has(each))
    if (lacks.length > 0) results.push({ name, outcome: 'skipped', detail: `${lacks.join(' and ')} missing` })
    else results.push(await runStep(name, run, beside))
    // What follows takes minutes and is likely to fail for the same reason. A whole run shows every failure.
    if (results.at(-1).outcome === 'failed' && !isAll) break
  }
  return results
}

/**
 * Runs one step. The output of a step beside others is printed at its end. With `--all`, the names of unreliable
 * tests and the last lines are returned too, because the output of other steps may separate them from the end of the log.
 */
async function runStep(name, [script, ...args], beside) {
  if (!beside) console.log(`\n# ${name}`)
  const start = performance.now()
  const call = [inRoot('node_modules', script), ...args, ...forwarded]
  const child = spawn(process.execPath, call, {
    cwd: root,
    stdio: isAll ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env,
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output.push(chunk)
      if (!beside) process.stdout.write(chunk)
    })
  }
  const [status] = await once(child, 'close')
  if (beside) process.stdout.write(Buffer.concat([Buffer.from(`\n# ${name}\n`), ...output]))
  const lines = Buffer.concat(output).toString().trimEnd().split('\n')
  // Tests that failed or are flaky; Playwright lists them below their number.
  const unreliable = lines.filter((line) => / FAIL | FLAKY |^ {4}\[\w+\] › |^ {2}\d+ (failed|flaky)$/.test(line))
  const detail = `${Math.round((performance.now() - start) / 1000)} s`
  return {
    name,
    outcome: status === 0 ? 'passed' : 'failed',
    detail,
    lastLines: lines.slice(-80).join('\n'),
    unreliable,
  }
}
