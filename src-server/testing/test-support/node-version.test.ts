import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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
