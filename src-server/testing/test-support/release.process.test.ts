import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtFile } from './built-site.ts'
import { aPdfOfPages } from './pdf-objects.ts'
import { root } from './read-sources.ts'
import { RestClient } from './rest-client.ts'
import { serveInShell } from './shell-server.ts'
import { tempFolder } from './temp-folder.ts'

/** The archive of `npm run release`, made from the build of the tests, on a machine without network. */

type Packing = { packRelease(build: string, folder: string): Promise<string> }
const { packRelease }: Packing = await import(path.join(root, 'scripts/pack-release.mjs'))

const folder = tempFolder()
const at = (...parts: string[]) => path.join(folder.path, ...parts)
/** The registry does not respond and nothing is cached. */
const offline = {
  PATH: process.env.PATH,
  HOME: folder.path,
  PORT: '0',
  DATA_DIR: at('data'),
  BACKUP_DIR: at('backups'),
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_cache: at('npm-cache'),
  npm_config_fetch_retries: '0',
}
let archive: string
let release: string

beforeAll(async () => {
  archive = await packRelease(builtFile(), folder.path)
  release = unpack('release')
  // As `npm ci` leaves it.
  for (const place of Object.keys(JSON.parse(readFileSync(path.join(release, 'package-lock.json'), 'utf8')).packages)) {
    const [, name, ...nested] = place.split('node_modules/')
    if (!name || nested.length > 0 || !existsSync(path.join(root, place))) continue
    mkdirSync(path.dirname(path.join(release, place)), { recursive: true })
    symlinkSync(path.join(root, place), path.join(release, place))
  }
  expect(npm(release, 'run', 'postinstall')).toMatchObject({ status: 0 })
})

afterAll(() => folder[Symbol.dispose]())

/** Unpacks the archive into an empty folder; returns the one that it contains. */
function unpack(name: string): string {
  mkdirSync(at(name))
  expect(spawnSync('tar', ['-xzf', archive, '-C', at(name)])).toMatchObject({ status: 0 })
  const [only = '', ...others] = readdirSync(at(name))
  expect([only, others]).toEqual([path.basename(archive, '.tgz'), []])
  return at(name, only)
}

function npm(cwd: string, ...args: string[]): SpawnSyncReturns<string> {
  return spawnSync('npm', args, { cwd, env: offline, encoding: 'utf8' })
}

test('has the build and what an operator needs, without packages, sources, source maps and benchmarks', () => {
  const files = readdirSync(unpack('content'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => !file.includes('/')).sort()).toEqual(
    [
      ...['.env.example', '.nvmrc', 'CHANGELOG.md', 'LICENSE', 'deploy', 'dist', 'package-lock.json', 'package.json'],
      'scripts',
    ].sort(),
  )
  const needed = [
    'deploy/gift-card-exchange.service',
    'deploy/opentelemetry.mjs',
    'dist/server/main.js',
    'dist/pages/screens.json',
    'dist/client/assets',
  ]
  expect(files).toEqual(expect.arrayContaining(needed))
  expect(files.filter((file) => /\.tsx?$|\.map$|\/bench|node_modules|vite|vitest/.test(file))).toEqual([])
})

test('has the same bytes when the same build is packed again', async () => {
  using other = tempFolder()
  const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
  expect(hashOf(await packRelease(builtFile(), other.path))).toBe(hashOf(archive))
})

test('names the packages of another platform', () => {
  const { status, stdout } = npm(unpack('mac'), 'ci', '--dry-run', '--ignore-scripts', '--os=darwin', '--cpu=arm64')
  expect([status, stdout]).toEqual([0, expect.stringMatching(/@img\/sharp-darwin-arm64 .*\n/)])
  expect(stdout).not.toContain('linux')
})

test('`npm start` serves the site with the packages that are there', async () => {
  await using site = await serveInShell('npm start', { cwd: release, env: offline })
  expect(await (await fetch(site.url)).text()).toContain('Convert Gift Cards to Instant Cash')
  await site.interrupt()
})

test('draws a PDF with the files of the release alone', async () => {
  expect(existsSync(path.join(release, 'node_modules/@hyzyla'))).toBe(false)
  await using site = await serveInShell('npm start', { cwd: release, env: { ...offline, DATA_DIR: at('drawn') } })
  const customer = new RestClient(() => site.url)
  await customer.signUp('dana@mail.example')
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(aPdfOfPages(2))]), 'statement.pdf')
  const { id } = await customer.call<{ id: string }>('POST', '/api/uploads', form)
  expect((await customer.bytesOf(`/api/files/${id}?page=2`)).subarray(0, 2).toString('hex')).toBe('ffd8')
  await site.interrupt()
})

test('runs every command of an operator', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(release, 'package.json'), 'utf8'))
  const run = (name: string, ...args: string[]) => npm(release, 'run', '--silent', name, '--', ...args)
  const outputs = {
    'db:seed': run('db:seed'),
    backup: run('backup'),
    'audit-log:verify': run('audit-log:verify'),
    'data-keys': run('data-keys', 'status'),
    ledger: run('ledger', 'verify'),
    figures: run('figures', 'verify'),
  }
  expect(Object.entries(outputs).filter(([, { status }]) => status !== 0)).toEqual([])
  expect(outputs['db:seed'].stdout).toContain('Sign in as')
  const [backup = ''] = readdirSync(at('backups')).filter((name) => name.endsWith('.gcebackup'))
  expect(run('restore', at('backups', backup), '--verify').stdout).toContain('OK')
  expect(run('move').stderr).toContain('Usage: npm run move')
  const others = Object.keys(scripts).filter((name) => !(name in outputs) && !/^(start|serve|postinstall)$/.test(name))
  for (const name of others) expect([name, run(name).stderr]).toEqual([name, expect.stringContaining('Usage: ')])
})

test('a start for another BASE_PATH says how to make a release for it, and changes nothing', () => {
  const fresh = unpack('base')
  const before = readdirSync(fresh)
  const env = { ...offline, BASE_PATH: '/cash', DATA_DIR: at('never') }
  const cure = `Set BASE_PATH='', or make a release of the sources with BASE_PATH='/cash' npm run release`
  expect(spawnSync('npm', ['start', '--silent'], { cwd: fresh, env, encoding: 'utf8' })).toMatchObject({
    status: 78,
    stdout: '',
    stderr: `This release was built for BASE_PATH='', not '/cash'. ${cure}\n`,
  })
  expect([readdirSync(fresh), existsSync(at('never'))]).toEqual([before, false])
})

test('a command without packages says how to install them', () => {
  const fresh = unpack('bare')
  expect(npm(fresh, 'run', '--silent', 'backup')).toMatchObject({
    status: 69,
    stderr: `The packages are not installed. Run this in ${fresh}, then try again: npm ci --omit=dev\n`,
  })
})
