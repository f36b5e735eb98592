// `npm run test:system`: runs the system tests at full size and prints their figures. `npm run test:system -- fuzz`
// runs only those with 'fuzz' in their name; `-- business --seed 7 --months 12` simulates a shop by a seed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from './browsers.mjs'
import { redisServer } from './engines.mjs'
import { installAll } from './packages.mjs'
import { root } from './project.mjs'
import { build, testBuild } from './site-build.mjs'

const names = process.argv.slice(2)
installAll()
if (names[0] === 'business') {
  const program = path.join(root, 'src-server/testing/simulation/program.ts')
  const env = { ...process.env, TZ: 'UTC' }
  process.exit(spawnSync(process.execPath, [program, ...names.slice(1)], { stdio: 'inherit', env }).status ?? 1)
}
build(testBuild)
const folder = mkdtempSync(path.join(tmpdir(), 'gce-system-tests-'))
const figuresFile = path.join(folder, 'figures')
const env = {
  ...process.env,
  SYSTEM_TESTS: 'full',
  SYSTEM_TEST_FIGURES: figuresFile,
  BUILD_DIR: testBuild,
  CHROMIUM_PATH: await chromium(),
  REDIS_SERVER_PATH: redisServer(),
}
for (const name of ['CHROMIUM_PATH', 'REDIS_SERVER_PATH'])
  if (!env[name]) {
    console.error(`Set ${name}: it is neither installed nor can it be installed.`)
    process.exit(1)
  }

function passes(script, ...args) {
  const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  return status === 0
}

const inProcess = passes('vitest/vitest.mjs', 'run', '--project', 'system', '--passWithNoTests', ...names)
const inBrowser = passes('@playwright/test/cli.js', 'test', '--pass-with-no-tests', '--grep', '@system', ...names)
const text = existsSync(figuresFile) ? readFileSync(figuresFile, 'utf8') : ''
const figures = text
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
rmSync(folder, { recursive: true })

console.log(`\n| claim | figure | goal | |\n|---|---|---|---|`)
for (const { claim, figure, goal, isMet } of figures)
  console.log(`| ${claim} | ${figure} | ${goal} | ${isMet ? 'met' : 'MISSED'} |`)
if (!inProcess || !inBrowser || figures.some(({ isMet }) => !isMet)) process.exit(1)
