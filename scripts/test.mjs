// `npm test`: installs packages, browsers and Redis if necessary, then runs all checks.
import { chromium, firefox } from './browsers.mjs'
import { redisServer } from './engines.mjs'
import { build, install, runNode } from './project.mjs'

install()
build()
process.env.CHROMIUM_PATH = await chromium()
process.env.FIREFOX_PATH = firefox() ?? ''
process.env.REDIS_SERVER_PATH = redisServer()
// Without this, one core stays idle. The other vitest projects run one file at a time.
const onAllCores = '--maxWorkers=100%'
const steps = [
  ['types', 'typescript/bin/tsc', '-b', '.', 'src'],
  ['lint and format', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  ['unit', 'vitest/vitest.mjs', 'run', '--project', 'unit', onAllCores],
  ['component', 'vitest/vitest.mjs', 'run', '--project', 'component', onAllCores],
  ['integration', 'vitest/vitest.mjs', 'run', '--project', 'integration'],
  ['system, short form', 'vitest/vitest.mjs', 'run', '--project', 'system'],
  ['end to end', '@playwright/test/cli.js', 'test'],
]
for (const [name, script, ...args] of steps) {
  console.log(`\n# ${name}`)
  runNode(script, ...args)
}
console.log(`\nchecks: ${steps.length} passed, 0 failed`)
