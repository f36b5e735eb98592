import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './read-sources.ts'
import { tempFolder } from './temp-folder.ts'

/** A project with the scripts of this one, whose npm and Vite only write what they are called with. */
function projectWithStandIns() {
  const folder = tempFolder()
  const at = (...parts: string[]) => path.join(folder.path, ...parts)
  cpSync(path.join(root, 'scripts'), at('scripts'), { recursive: true })
  for (const name of ['package-lock.json', 'vite.config.ts']) writeFileSync(at(name), '')
  for (const name of ['src', 'src-server', 'src-shared', 'migrations', 'node_modules/vite/bin']) {
    mkdirSync(at(name), { recursive: true })
  }
  const note = (what: string) => `require('node:fs').appendFileSync(${JSON.stringify(at('calls'))}, '${what}\\n');`
  writeFileSync(at('vite.js'), note('build'))
  const addVite = `require('node:fs').cpSync(${JSON.stringify(at('vite.js'))}, 'node_modules/vite/bin/vite.js');`
  writeFileSync(at('npm-cli.js'), note('ci') + addVite)
  cpSync(at('vite.js'), at('node_modules/vite/bin/vite.js'))
  return {
    run: (script: string) =>
      spawnSync(process.execPath, [at('scripts', script)], {
        env: { PATH: process.env.PATH, npm_execpath: at('npm-cli.js') },
      }).status,
    removeVite: () => rmSync(at('node_modules/vite/bin/vite.js')),
    calls: () => readFileSync(at('calls'), 'utf8').trim().split('\n'),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

test('a build with all packages installs none', () => {
  using project = projectWithStandIns()
  expect(project.run('note-install.mjs')).toBe(0)
  expect([project.run('build.mjs'), project.calls()]).toEqual([0, ['build']])
})

test('a build after `npm prune --omit=dev` installs what it needs', () => {
  using project = projectWithStandIns()
  expect(project.run('note-install.mjs')).toBe(0)
  project.removeVite()
  expect([project.run('build.mjs'), project.calls()]).toEqual([0, ['ci', 'build']])
})
