import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { releaseLock, releaseManifest } from './release-files.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (name: string) => JSON.parse(readFileSync(path.join(root, name), 'utf8'))
type Project = Parameters<typeof releaseManifest>
const manifest: Project[0] = read('package.json')
const projectLock: Project[1] = read('package-lock.json')
const locked = (version: string, facts: object = {}) => ({ version, ...facts })

/** The release of a project whose server needs `server`. */
function releaseOf(packages: Project[1]['packages']) {
  return releaseLock({ packages }, releaseManifest(manifest, { packages }, ['server']))
}

test('a release has what its packages need, at the place and version of the project', () => {
  const { packages } = releaseOf({
    'node_modules/server': locked('1.0.0', { dependencies: { shared: '^1', nested: '*' } }),
    'node_modules/server/node_modules/shared': locked('1.5.0'),
    'node_modules/nested': locked('3.0.0', {
      peerDependencies: { peer: '*', unused: '*' },
      peerDependenciesMeta: { unused: { optional: true } },
    }),
    'node_modules/peer': locked('4.0.0', { dependencies: { shared: '*' } }),
    'node_modules/shared': locked('2.0.0'),
    'node_modules/unused': locked('5.0.0'),
    'node_modules/vite': locked('8.0.0'),
  })
  expect(Object.entries(packages).map(([place, { version }]) => [place, version])).toEqual([
    ['', manifest.version],
    ['node_modules/nested', '3.0.0'],
    ['node_modules/peer', '4.0.0'],
    ['node_modules/server', '1.0.0'],
    ['node_modules/server/node_modules/shared', '1.5.0'],
    ['node_modules/shared', '2.0.0'],
  ])
  expect(packages['']).toMatchObject({ dependencies: { server: '1.0.0' } })
})

test('a package is optional when only optional ones need it', () => {
  const { packages } = releaseOf({
    'node_modules/server': locked('1.0.0', {
      dependencies: { both: '*' },
      optionalDependencies: { mac: '*', linux: '*' },
    }),
    'node_modules/both': locked('1.0.0', { optional: true }),
    'node_modules/linux': locked('1.0.0', { optional: true, dependencies: { libc: '*', both: '*' } }),
    'node_modules/libc': locked('1.0.0', { devOptional: true }),
    'node_modules/mac': locked('1.0.0', { optional: true, os: ['darwin'] }),
  })
  const optional = Object.entries(packages).filter(([, each]) => 'optional' in each && each.optional)
  expect(optional.map(([place]) => place)).toEqual(['node_modules/libc', 'node_modules/linux', 'node_modules/mac'])
  expect(JSON.stringify(packages)).not.toContain('devOptional')
})

test('a package that the lock file does not have is an error', () =>
  expect(() => releaseOf({ 'node_modules/server': locked('1.0.0', { dependencies: { lost: '*' } }) })).toThrow(
    'package-lock.json has no package lost.',
  ))

test('the optional packages of the project are those of every platform', () => {
  const released = releaseManifest(manifest, projectLock, ['sharp', '@node-rs/argon2'])
  const { packages } = releaseLock(projectLock, released)
  for (const name of ['sharp', '@node-rs/argon2']) {
    const platforms = Object.keys(projectLock.packages[`node_modules/${name}`]?.optionalDependencies ?? {})
    expect(platforms.length).toBeGreaterThan(10)
    expect(platforms.filter((each) => !(`node_modules/${each}` in packages))).toEqual([])
  }
})

test('a release has the scripts of an operator and none that needs sources', () => {
  const { scripts } = releaseManifest(manifest, projectLock, ['sharp'])
  const ofOperators = ['start', 'serve', 'db:seed', 'backup', 'restore', 'data-keys', 'ledger', 'audit-log:verify']
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...ofOperators, 'figures', 'move', 'postinstall']))
  expect(Object.keys(scripts).filter((name) => /test|build|dev$|bench|lint|check|docs|release/.test(name))).toEqual([])
})
