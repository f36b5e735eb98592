// `npm test`: installs packages, browsers and Redis if necessary, then runs all checks.
import { chromium, firefox } from './browsers.mjs'
import { redisServer } from './engines.mjs'
import { build, install, runNode } from './project.mjs'

const installed = install()
build()
process.env.CHROMIUM_PATH = await chromium()
process.env.FIREFOX_PATH = firefox() ?? ''
process.env.REDIS_SERVER_PATH = redisServer()
await installed
// On a busy machine a test may fail once; a defect fails twice. The output names each test that ran again.
process.env.CI ??= 'true'
const vitest = (project, ...args) => ['vitest/vitest.mjs', 'run', '--retry=1', '--project', project, ...args]
// Without this, one core stays idle. The other vitest projects run one file at a time.
const onAllCores = '--maxWorkers=100%'
const steps = [
  ['types', 'typescript/bin/tsc', '-b', '.', 'src'],
  ['lint and format', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  ['unit', ...vitest('unit', onAllCores)],
  ['unit on PostgreSQL', ...vitest('postgres', onAllCores)],
  ['component', ...vitest('component', onAllCores)],
  ['integration', ...vitest('integration')],
  ['integration on a cluster', ...vitest('integration-cluster')],
  ['system, short form', ...vitest('system')],
  ['end to end', '@playwright/test/cli.js', 'test'],
  ['end to end on a cluster', '@playwright/test/cli.js', 'test', '--config', 'playwright.cluster.config.ts'],
]
const seconds = new Map()
// A step that fails exits this process.
process.on('exit', () => {
  console.log('\n| step | seconds |\n|---|---:|')
  for (const [name, taken] of seconds) console.log(`| ${name} | ${taken} |`)
})
for (const [name, script, ...args] of steps) {
  console.log(`\n# ${name}`)
  const start = performance.now()
  runNode(script, ...args)
  seconds.set(name, Math.round((performance.now() - start) / 1000))
}
console.log(`\nchecks: ${steps.length} passed, 0 failed`)
