import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#shared/submission-schema.ts'
import { builtFile } from './built-site.ts'
import { aPhoto, submitFields } from './factories.ts'
import { FIRST_MISSING, makeOlderData } from './older-data.ts'
import { multipartForm, RestClient } from './rest-client.ts'
import { startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

type Ended = { code: number | null; out: string; err: string }

/** Runs a built command. `mostBytes` limits the size of each file it writes, as a full disk would. */
function run(command: 'backup' | 'restore' | 'audit-log', dataDir: string, args: string[], maxBytes?: number): Ended {
  const entry = builtFile(`server/${command}.js`)
  const limit = maxBytes === undefined ? '' : `ulimit -f ${Math.floor(maxBytes / 512)};`
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `${limit} exec "$@"`, 'sh', process.execPath, entry, ...args],
    {
      env: { DATA_DIR: dataDir },
      encoding: 'utf8',
    },
  )
  return { code: status, out: stdout, err: stderr }
}

const data = tempFolder()
const kept = tempFolder()
const photo = aPhoto()
const account = { email: 'seller@mail.example', password: 'a-customer-password' }
const keyFile = path.join(data.path, 'data-keys')
let submissionId = ''
let session = ''
let backup = ''

beforeAll(async () => {
  const server = await startServerProcess(data.path)
  const customer = new RestClient(() => server.url)
  await customer.signUp(account.email)
  const form = multipartForm(submitFields(), [{ name: 'front.png', bytes: photo }])
  submissionId = (await customer.call<{ submissionId: string }>('POST', '/api/submit', form)).submissionId
  session = customer.token
  const { code, out } = run('backup', data.path, [kept.path])
  expect([code, out]).toEqual([0, expect.stringContaining('2 accounts, 1 submissions, 1 files, verified.')])
  backup = out.split('\n')[0] ?? ''
  expect(await server.end('SIGTERM')).toBe(0)
})

afterAll(() => {
  for (const folder of [data, kept]) folder[Symbol.dispose]()
})

test('restores a backup of the running site into an empty folder that starts and serves the submission', async () => {
  using disk = tempFolder()
  const target = path.join(disk.path, 'new')
  const { code, out, err } = run('restore', target, [backup, '--keys', keyFile])
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('2 accounts, 1 submissions, 1 files; all bytes, pages and references verified.')
  expect(out).toContain(`Restored to ${target}.`)
  expect(readdirSync(target).sort()).toEqual(['data-keys', 'exchange.sqlite', 'files'])
  expect(readFileSync(path.join(target, 'data-keys'))).toEqual(readFileSync(keyFile))
  for (const name of ['data-keys', 'exchange.sqlite'])
    expect(statSync(path.join(target, name)).mode & 0o777).toBe(0o600)

  const server = await startServerProcess(target)
  const customer = new RestClient(() => server.url)
  // Sessions from before the backup have ended.
  const old = await customer.send('GET', '/api/user/transactions', undefined, { cookie: `gce=${session}` })
  expect(old.status).toBe(401)
  await customer.call('POST', '/api/auth/sign-in', account)
  const [submission] = await customer.call<Transaction[]>('GET', '/api/user/transactions')
  expect(submission).toMatchObject({ id: submissionId, payoutAmount: 92 })
  expect((await customer.bytesOf(`/api/files/${submission?.uploadedFiles[0]?.id}?download=1`)).equals(photo)).toBe(true)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(run('audit-log', target, ['verify'])).toMatchObject({ code: 0, out: expect.stringContaining('OK') })
})

test('verifies a backup without restoring it, also without a DATA_DIR', () => {
  using nowhere = tempFolder()
  for (const [dataDir, args] of [
    [data.path, []],
    [path.join(nowhere.path, 'none'), ['--keys', keyFile]],
  ] as const) {
    const before = existsSync(dataDir) && readdirSync(dataDir)
    const { code, out } = run('restore', dataDir, [backup, '--verify', ...args])
    expect([code, out]).toEqual([0, expect.stringMatching(/^Backup of .*: 2 accounts, .*OK\n$/s)])
    expect(existsSync(dataDir) && readdirSync(dataDir)).toEqual(before)
  }
})

test('decrypts a backup into a tar without restoring it', () => {
  using disk = tempFolder()
  const target = path.join(disk.path, 'new')
  const tar = path.join(disk.path, 'backup.tar')
  const { code, out } = run('restore', target, [backup, '--tar', tar, '--keys', keyFile])
  expect([code, out]).toEqual([0, expect.stringContaining(`${tar} contains`)])
  expect(readFileSync(tar).toString('latin1', 0, 15)).toBe('exchange.sqlite')
  expect(existsSync(target)).toBe(false)
})

test('rejects each invalid restore with its own message and exit code and writes nothing', () => {
  using disk = tempFolder()
  const target = path.join(disk.path, 'new')
  const bytes = readFileSync(backup)
  const damaged = path.join(disk.path, 'damaged.gcebackup')
  bytes.writeUInt8(bytes.readUInt8(50_000) ^ 1, 50_000)
  writeFileSync(damaged, bytes)
  const otherKeys = path.join(disk.path, 'other-keys')
  writeFileSync(otherKeys, `k7:${Buffer.alloc(32).toString('base64')}\n`)
  const wrongKeys = path.join(disk.path, 'wrong-keys')
  writeFileSync(wrongKeys, `k1:${Buffer.alloc(32).toString('base64')}\n`)
  const alone = path.join(disk.path, 'alone')
  mkdirSync(alone)
  const moved = path.join(alone, 'moved.gcebackup')
  copyFileSync(backup, moved)
  const keys = ['--keys', keyFile]
  const refusals: [args: string[], code: number, message: string][] = [
    [[], 64, 'Usage: npm run restore'],
    [[backup, 'more', ...keys], 64, 'Usage'],
    [[backup, '--cleared', 'perhaps', ...keys], 64, 'Usage'],
    [[backup, '--verify', '--tar', damaged, ...keys], 64, 'Usage'],
    [[backup, '--tar', damaged, ...keys], 73, 'exists already'],
    [[damaged, '--log', kept.path, ...keys], 65, 'is damaged: bytes of it were changed'],
    [[keyFile, '--log', kept.path, ...keys], 65, 'is not a backup'],
    [[kept.path, '--without-purges', '--without-payouts', ...keys], 65, 'is not a backup'],
    [[path.join(disk.path, 'no'), '--without-purges', '--without-payouts', ...keys], 66, 'There is no backup'],
    [[moved, ...keys], 66, 'including deleted accounts'],
    [[moved, '--without-purges', ...keys], 66, 'does not know what it paid since'],
    [[backup, '--keys', path.join(disk.path, 'no')], 66, 'There is no key file'],
    [[backup], 78, 'set DATA_KEYS, or name their file with --keys'],
    [[backup, '--keys', otherKeys], 78, "encrypted with the data key 'k1', which is not among those given (k7)"],
    [[backup, '--keys', wrongKeys], 78, "data key 'k1' that was given is not the one"],
  ]
  for (const [args, code, message] of refusals) {
    const ended = run('restore', target, args)
    expect([args, ended.code, ended.err]).toEqual([args, code, expect.stringContaining(message)])
    expect(existsSync(target)).toBe(false)
  }
  expect(run('restore', target, [moved, '--without-purges', '--without-payouts', ...keys]).code).toBe(0)
  expect(run('restore', target, [backup, ...keys])).toMatchObject({
    code: 73,
    err: expect.stringContaining('is not empty'),
  })
  // The backup file itself is in the target folder.
  expect(run('restore', alone, [moved, '--without-purges', '--without-payouts', ...keys])).toMatchObject({
    code: 73,
    err: `${alone} is not empty: moved.gcebackup. A restore needs an empty DATA_DIR: move the old one aside, or name another.\n`,
  })
})

test('backup and restore report a full disk and leave no files behind', () => {
  using disk = tempFolder()
  const target = path.join(disk.path, 'new')
  const { size } = statSync(path.join(data.path, 'exchange.sqlite'))
  const before = [readdirSync(kept.path), readdirSync(data.path)]
  expect(run('backup', data.path, [kept.path], size + 1024)).toMatchObject({
    code: 74,
    err: expect.stringContaining('There is no room left on the disk'),
  })
  expect([readdirSync(kept.path), readdirSync(data.path)]).toEqual(before)
  expect(run('restore', target, [backup, '--keys', keyFile], size / 2)).toMatchObject({
    code: 74,
    err: expect.stringContaining('There is no room left on the disk'),
  })
  expect(existsSync(target)).toBe(false)
})

test('refuses to start on an unfinished restore, which the next restore replaces', async () => {
  using target = tempFolder()
  mkdirSync(path.join(target.path, 'restoring'))
  writeFileSync(path.join(target.path, 'data-keys'), 'k1:half')
  await expect(startServerProcess(target.path)).rejects.toThrow('was not finished. Run npm run restore again')
  expect(run('restore', target.path, [backup, '--keys', keyFile]).code).toBe(0)
  const server = await startServerProcess(target.path)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('deletes older backups beyond --keep and writes nothing without a database', () => {
  using into = tempFolder()
  using none = tempFolder()
  for (let at = 0; at < 3; at++) expect(run('backup', data.path, [into.path, '--keep', '2']).code).toBe(0)
  expect(readdirSync(into.path).filter((name) => name.endsWith('.gcebackup'))).toHaveLength(2)
  expect(run('backup', data.path, [into.path, '--keep', '0']).code).toBe(64)
  rmSync(into.path, { recursive: true })
  expect(run('backup', none.path, [into.path])).toMatchObject({
    code: 66,
    err: expect.stringContaining('There is no database'),
  })
  expect([existsSync(into.path), readdirSync(none.path)]).toEqual([false, []])
})

test('a backup that an upgrade made is restored', async () => {
  using former = tempFolder()
  using backups = tempFolder()
  using empty = tempFolder()
  await makeOlderData(former.path)
  const server = await startServerProcess(former.path, { BACKUP_DIR: backups.path })
  expect(server.output()).toContain('"msg":"upgraded the database, after a backup"')
  await server.end('SIGTERM')
  const [name = ''] = readdirSync(backups.path).filter((each) => each.includes(`-before-${FIRST_MISSING}.`))
  const keys = path.join(former.path, 'data-keys')
  const { code, out } = run('restore', empty.path, [path.join(backups.path, name), '--keys', keys])
  expect([code, out]).toEqual([0, expect.stringContaining('1 accounts, 0 submissions, 0 files')])
})
