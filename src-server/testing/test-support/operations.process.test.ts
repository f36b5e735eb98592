import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPhoto, submitFields } from './factories.ts'
import { multipartForm, RestClient } from './rest-client.ts'
import { startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** Runs every command that docs/operations.md documents, taken from its text, as an operator would. */

const root = path.resolve(import.meta.dirname, '../../..')
const docs = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
/** A command ends at the end of its code span, at a comment after two spaces, or at the next command. */
const documented = [
  ...docs.matchAll(/npm run (?:--silent )?(?:backup|audit-log:verify|data-keys|restore)\b.*?(?=`| {2}| && |$)/gm),
]
  .map(([command]) => command)
  // Prose mentions the bare command name as well.
  .filter((command) => command !== 'npm run restore')

const site = mkdtempSync(path.join(tmpdir(), 'gce-test-'))
const at = (...parts: string[]) => path.join(site, ...parts)
const checkout = at('checkout')
const settings = {
  DATA_DIR: at('data'),
  BACKUP_DIR: at('backups'),
  ADMIN_USERNAME: 'owner',
  ADMIN_PASSWORD: 'x'.repeat(16),
}
/** Packages cannot be fetched: the registry does not respond and nothing is cached. */
const offline = {
  PATH: process.env.PATH,
  HOME: site,
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_cache: at('npm-cache'),
  npm_config_fetch_retries: '0',
}

beforeAll(() => {
  const skipped = new Set(['node_modules', 'dist', 'data', '.git', '.env', 'test-results'])
  cpSync(root, checkout, { recursive: true, filter: (file) => !skipped.has(path.relative(root, file)) })
  const linked = spawnSync('cp', ['-al', path.join(root, 'node_modules'), at('checkout/node_modules')])
  if (linked.status !== 0)
    cpSync(path.join(root, 'node_modules'), at('checkout/node_modules'), { recursive: true, verbatimSymlinks: true })
  // The postinstall script overwrites these files in place; as hard links they would change the project's.
  for (const stamp of ['.installed', '.installed-dev']) rmSync(at('checkout/node_modules', stamp), { force: true })
  writeFileSync(
    at('checkout/.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  // The lifecycle script of `npm ci`, whose result was copied.
  succeed('npm run postinstall')
  succeed('npm run build')
}, 240_000)

afterAll(() => rmSync(site, { recursive: true, force: true }))

function run(command: string, cwd = checkout): SpawnSyncReturns<string> {
  return spawnSync('sh', ['-c', command], { cwd, env: offline, encoding: 'utf8' })
}

function succeed(command: string): string {
  const { status, stdout, stderr } = run(command)
  expect([command, status, stderr]).toEqual([command, 0, expect.anything()])
  return stdout
}

/** Every file below `folders` with its inode, time and size, which change when it is written or replaced. */
function filesOf(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(at('checkout', folder), { recursive: true, encoding: 'utf8' }).map((name) => {
      const { ino, mtimeMs, size } = lstatSync(at('checkout', folder, name))
      return `${folder}/${name} ${ino} ${mtimeMs} ${size}`
    }),
  )
}

/** Fetches the home page and every script and style it names. */
async function assertServed(url: string): Promise<void> {
  const page = await (await fetch(url)).text()
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(assets.length).toBeGreaterThan(2)
  for (const asset of assets) expect([asset, (await fetch(url + asset)).status]).toEqual([asset, 200])
}

test('every documented command runs offline beside the server and changes neither packages nor build', async () => {
  const before = filesOf('node_modules', 'dist')
  const unit = readFileSync(path.join(root, 'deploy/gift-card-exchange.service'), 'utf8')
  const entry = /ExecStart=\/usr\/bin\/node (\S+)/.exec(unit)?.[1] ?? ''
  const start = () => startServerProcess(settings.DATA_DIR, { BACKUP_DIR: settings.BACKUP_DIR }, at('checkout', entry))
  let server = await start()
  const customer = new RestClient(() => server.url)
  await customer.signUp('seller@mail.example')
  const form = multipartForm(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
  await customer.call('POST', '/api/submit', form)

  const done = new Set<string>()
  /** Runs the documented command with this prefix in this test's folders; returns its output. */
  const follow = (start: string): string => {
    const command = documented.find((each) => each === start) ?? documented.find((each) => each.startsWith(start))
    if (command === undefined) throw new Error(`docs/operations.md has no command '${start}'.`)
    done.add(command)
    const [newest = ''] = readdirSync(settings.BACKUP_DIR)
      .filter((name) => name.endsWith('.gcebackup'))
      .sort()
      .reverse()
    return succeed(
      command
        .replace('/mnt/usb', at('usb'))
        .replace(/\S*<newest>\.gcebackup|<backup>/, path.join(settings.BACKUP_DIR, newest))
        .replace('/path/to/data-keys', at('kept-keys')),
    )
  }
  mkdirSync(settings.BACKUP_DIR, { recursive: true })

  expect(follow('npm run backup')).toContain('verified')
  expect(follow('npm run backup -- /mnt/usb')).toContain('verified')
  expect(follow('npm run --silent backup')).toContain('verified')
  expect(follow('npm run audit-log:verify')).toContain('OK')
  expect(follow('npm run data-keys -- status')).toContain('k1: active')
  copyFileSync(path.join(settings.DATA_DIR, 'data-keys'), at('kept-keys'))
  expect(follow('npm run restore -- <backup> --verify')).toContain('OK')
  expect(follow('npm run restore -- <backup> --tar')).toContain('delete it')
  expect(follow('npm run data-keys -- rotate')).toContain('k2 is in')
  await assertServed(server.url)

  expect(await server.end('SIGTERM')).toBe(0)
  server = await start()
  while (!follow('npm run data-keys -- status').includes('k1: nothing left')) await assertServed(server.url)
  expect(follow('npm run data-keys -- retire')).toContain('k1 is no longer in')
  follow('npm run backup')
  copyFileSync(path.join(settings.DATA_DIR, 'data-keys'), at('kept-keys'))
  expect(await server.end('SIGTERM')).toBe(0)

  renameSync(settings.DATA_DIR, at('old'))
  expect(follow('npm run restore -- /mnt')).toContain(`Restored to ${settings.DATA_DIR}`)
  server = await start()
  await customer.call('POST', '/api/auth/sign-in', { email: 'seller@mail.example', password: 'a-customer-password' })
  expect(await customer.call('GET', '/api/user/transactions')).toMatchObject([{ payoutAmount: 92 }])
  await assertServed(server.url)
  expect(await server.end('SIGTERM')).toBe(0)

  expect(documented.filter((command) => !done.has(command))).toEqual([])
  expect(filesOf('node_modules', 'dist')).toEqual(before)
})

test('npm start installs and builds nothing after the documented installation', async () => {
  const before = filesOf('node_modules', 'dist')
  using other = tempFolder()
  const server = await startServerProcess(
    other.path,
    { ...offline, npm_execpath: '/nowhere/npm-cli.js' },
    at('checkout/scripts/start.mjs'),
  )
  await assertServed(server.url)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(filesOf('node_modules', 'dist')).toEqual(before)
})

test('a command without build or packages prints what to run', () => {
  const bare = at('bare')
  mkdirSync(bare)
  for (const name of ['package.json', 'scripts', 'vite.config.ts'])
    cpSync(path.join(root, name), path.join(bare, name), { recursive: true })
  const refused = (what: string) => ({
    status: 69,
    stderr: `${what}. Run this in ${bare}, then try again: npm run build\n`,
  })
  const commands = ['backup', 'audit-log:verify', 'data-keys -- status', 'restore -- file', 'db:seed', 'serve']
  for (const command of commands)
    expect([command, run(`npm run --silent ${command}`, bare)]).toMatchObject([
      command,
      refused('The site is not built'),
    ])
  cpSync(at('checkout/dist/server'), path.join(bare, 'dist/server'), { recursive: true })
  for (const command of commands)
    expect([command, run(`npm run --silent ${command}`, bare)]).toMatchObject([
      command,
      refused('The packages are not installed'),
    ])
  expect(readdirSync(bare).sort()).toEqual(['dist', 'package.json', 'scripts', 'vite.config.ts'])
})
