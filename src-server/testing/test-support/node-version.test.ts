import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { root } from './read-sources.ts'
import { tempFolder } from './temp-folder.ts'

const script = (name: string) => path.join(root, 'scripts', name)

/** Runs `scripts/node.sh` in a project whose Node.js has this version, and whose registry has the newer one or not. */
function runWithNode(version: string, { hasRegistry = true } = {}) {
  using folder = tempFolder()
  const at = (...parts: string[]) => path.join(folder.path, ...parts)
  mkdirSync(at('scripts'))
  const program = (file: string, text: string) => {
    writeFileSync(file, `#!/bin/sh\n${text}\n`)
    chmodSync(file, 0o755)
  }
  writeFileSync(at('fetched'), '')
  program(at('fetched'), 'echo fetched "$@"')
  const fetch = hasRegistry ? `echo ${at('fetched')}` : 'exit 69'
  program(
    at('node'),
    `case $1 in --version) echo v${version};; scripts/fetch-node.mjs) ${fetch};; *) echo own "$@";; esac`,
  )
  const { stdout, status } = spawnSync('sh', [script('node.sh'), '--flag', 'x.mjs'], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { PATH: `${folder.path}:/usr/bin:/bin` },
  })
  return { output: stdout.trim(), status }
}

test.each(['22.14.0', '22.23.3', '22.9999.0', '24.0.0', '24.21.0', '26.0.0', '26.10.0', '28.1.0', '100.0.0'])(
  'Node.js %s runs the scripts itself',
  (version) => expect(runWithNode(version)).toEqual({ output: 'own --flag x.mjs', status: 0 }),
)

test.each(['6.17.1', '18.20.0', '20.20.2', '22.0.0', '22.9.0', '22.13.0', '23.11.0', '25.9.0'])(
  'a fetched Node.js runs the scripts in place of %s',
  (version) => expect(runWithNode(version)).toEqual({ output: 'fetched --flag x.mjs', status: 0 }),
)

test('the script does not run when Node.js is old and cannot be fetched', () =>
  expect(runWithNode('20.20.2', { hasRegistry: false })).toEqual({ output: '', status: 69 }))

test('package.json, the README, .nvmrc, the Dockerfile and the CI workflow name the same versions', () => {
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
  expect(JSON.parse(read('package.json')).engines.node).toBe('^22.14.0 || ^24.0.0 || >=26.0.0')
  expect(read('README.md')).toContain('Node.js 22.14+, 24 or 26')
  expect(read('scripts/fetch-node.mjs')).toContain('Node.js 22.14+, 24 or 26')
  const [major] = read('.nvmrc').trim().split('.')
  expect(read('Dockerfile').match(/(?<=^FROM node:)\d+/gm)).toEqual([major, major])
  expect(read('.github/workflows/ci.yml')).toContain('node: [22, 24, 26]')
})

/** The oldest release of each package, and of SQLite, without known vulnerabilities. */
const minimum: Readonly<Record<string, string>> = {
  // CVE-2025-32442, -2026-25223, -2026-33806: content types that skip validation; -2026-3635, -2026-25224.
  fastify: '5.8.5',
  // CVE-2023-25576, -2025-24033; #594: a malformed body crashes the process; #630: lost parts.
  '@fastify/multipart': '10.1.0',
  // CVE-2026-15074, -2026-6414, -2026-7120: guards bypassed by how a path is written.
  '@fastify/static': '10.1.3',
  // CVE-2024-37890, -2026-45736, -2026-48779: many headers, tiny fragments.
  ws: '8.21.0',
  // CVE-2025-43855: connectionParams crash the process; -2025-68130: prototype pollution by forms.
  '@trpc/server': '11.8.0',
  // GHSA-c7w3-x93f-qmm8, -vvjj-xcjg-gr5g, -p6gq-j5cr-w38f, CVE-2025-13033, -2025-14874.
  nodemailer: '9.0.1',
  // CVE-2023-4863, -2023-40032, -2026-33327, -2026-33328, -2026-35590, -2026-35591; an optional package.
  sharp: '0.35.4',
}
/** CVE-2025-6965, -2026-11822, -2026-11824, and the WAL-reset corruption bug. */
const MINIMUM_SQLITE = '3.53.2'
/** CVE-2022-24434, -2025-47935, -2025-47944: unmaintained. */
const never = ['dicer', 'multer', '@fastify/middie']

type Lock = { packages: Record<string, { version?: string }> }
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
/** Every installed copy of every package. */
const installed = Object.entries(lock.packages).map(([place, { version = '' }]) => ({
  name: place.split('node_modules/').at(-1) ?? '',
  version,
}))

function isBelow(version: string, least: string): boolean {
  const [one, other] = [version, least].map((text) => text.split(/[-+]/)[0]?.split('.').map(Number) ?? [])
  for (let at = 0; at < 3; at++) {
    const difference = (one?.[at] ?? 0) - (other?.[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

test('compares versions numerically', () => {
  expect([isBelow('5.8.4', '5.8.5'), isBelow('5.10.0', '5.8.5'), isBelow('5.8.5', '5.8.5')]).toEqual([
    true,
    false,
    false,
  ])
})

test('every installed package is at least its minimum version', () => {
  const old = installed.filter(({ name, version }) => minimum[name] !== undefined && isBelow(version, minimum[name]))
  expect(old).toEqual([])
  const found = new Set(installed.map(({ name }) => name))
  expect(Object.keys(minimum).filter((name) => name !== 'sharp' && !found.has(name))).toEqual([])
})

test('no unmaintained package is installed', () => {
  expect(installed.filter(({ name }) => never.includes(name))).toEqual([])
})

test('SQLite is at least its minimum version', () => {
  const database = new Database(':memory:')
  const { version } = database.prepare('select sqlite_version() as version').get() as { version: string }
  database.close()
  expect([version, isBelow(version, MINIMUM_SQLITE)]).toEqual([version, false])
})

/** Empties node_modules as `npm ci` does, writes what it was called with, and makes the packages. */
const npm = `
const { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const [command, ...options] = process.argv.slice(2)
appendFileSync('calls', [command, ...options.filter((each) => !/audit|fund/.test(each))].join(' ') + '\\n')
if (command === 'ci') rmSync('node_modules', { recursive: true, force: true })
mkdirSync('node_modules/vite/bin', { recursive: true })
writeFileSync('node_modules/vite/bin/vite.js', "require('node:fs').appendFileSync('calls', 'build\\\\n')")
if (!options.includes('--include=dev')) return
mkdirSync('node_modules/vitest', { recursive: true })
writeFileSync('node_modules/vitest/vitest.mjs', "import fs from 'node:fs'; fs.appendFileSync('calls', 'test\\\\n')")
`

/** A project with the scripts of this one, whose npm, Vite and Vitest only write what they are called with. */
function projectWithStandIns() {
  const folder = tempFolder()
  const at = (...parts: string[]) => path.join(folder.path, ...parts)
  cpSync(path.join(root, 'scripts'), at('scripts'), { recursive: true })
  for (const name of ['package-lock.json', 'vite.config.ts']) writeFileSync(at(name), '')
  writeFileSync(at('package.json'), '{ "dependencies": { "vite": "8.0.0" }, "devDependencies": { "vitest": "5.0.0" } }')
  for (const name of ['src', 'src-server', 'src-shared', 'migrations']) mkdirSync(at(name))
  writeFileSync(at('npm-cli.js'), npm)
  const run = (script: string, ...args: string[]) => {
    rmSync(at('calls'), { force: true })
    const { status, stderr } = spawnSync(process.execPath, [at('scripts', script), ...args], {
      cwd: folder.path,
      // npm omits development packages when it is set.
      env: { PATH: process.env.PATH, NODE_ENV: 'production', npm_execpath: at('npm-cli.js') },
      encoding: 'utf8',
    })
    expect([script, status, stderr]).toEqual([script, 0, ''])
    return readFileSync(at('calls'), 'utf8').trim().split('\n')
  }
  return {
    at,
    build: () => run('build.mjs'),
    test: () => run('run-tool.mjs', 'vitest/vitest.mjs'),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

test('a build installs what builds and runs the site, once', () => {
  using project = projectWithStandIns()
  expect([project.build(), project.build()]).toEqual([['ci --omit=dev', 'build'], ['build']])
})

test('tests add their packages to those of a site that may be running', () => {
  using project = projectWithStandIns()
  project.build()
  writeFileSync(project.at('node_modules/of-the-site'), '')
  expect([project.test(), project.test(), project.build()]).toEqual([
    ['install --no-save --include=dev', 'test'],
    ['test'],
    ['build'],
  ])
  expect(existsSync(project.at('node_modules/of-the-site'))).toBe(true)
})

test('tests without a start before install all packages at once', () => {
  using project = projectWithStandIns()
  expect([project.test(), project.build()]).toEqual([['ci --include=dev', 'test'], ['build']])
})

test('tests add what `npm prune --omit=dev` removed', () => {
  using project = projectWithStandIns()
  project.test()
  rmSync(project.at('node_modules/vitest'), { recursive: true })
  expect([project.build(), project.test()]).toEqual([['build'], ['install --no-save --include=dev', 'test']])
})

test('another lock file or a missing package installs again', () => {
  using project = projectWithStandIns()
  project.test()
  appendFileSync(project.at('package-lock.json'), ' ')
  expect([project.build(), project.test()]).toEqual([
    ['ci --omit=dev', 'build'],
    ['install --no-save --include=dev', 'test'],
  ])
  rmSync(project.at('node_modules/vite'), { recursive: true })
  expect([project.test(), project.build()]).toEqual([['ci --include=dev', 'test'], ['build']])
})

test('git ignores what is made in the project folder also when it is a link to elsewhere', () =>
  expect(readFileSync(path.join(root, '.gitignore'), 'utf8')).not.toMatch(/\/$/m))

test('the lock file has the address of each package, so that an installation asks for no metadata', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; resolved?: string; integrity?: string }>
  }
  const installed = Object.entries(packages).filter(([place]) => place !== '')
  expect(installed.length).toBeGreaterThan(300)
  const isAddressed = (place: string, resolved = '') =>
    resolved.startsWith(`https://registry.npmjs.org/`) && resolved.includes(place.split('node_modules/').at(-1) ?? '')
  expect(installed.filter(([place, { resolved }]) => !isAddressed(place, resolved)).map(([place]) => place)).toEqual([])
})
