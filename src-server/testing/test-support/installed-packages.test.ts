import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './read-sources.ts'
import { tempFolder } from './temp-folder.ts'

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
