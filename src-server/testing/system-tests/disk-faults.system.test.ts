import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { builtFile } from '../test-support/built-site.ts'
import { aPhoto } from '../test-support/factories.ts'
import { processOwner, StartupError } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import type { Fault } from './fault-injection.ts'
import { flip, type Site, startSite } from './faulty-server.ts'
import { atScale, recordMetric } from './system-test.ts'

const HELD_MS = atScale(1_500, 30_000)
const audit = builtFile('server/audit-log.js')

let tried = 0
let passed = 0

/** A fault and its expected effect; afterwards everything acknowledged must exist. */
const cases: readonly [name: string, check: (site: Site) => Promise<void>][] = [
  ['every write finds the disk full', (site) => refusesUntilHealed(site, writing('ENOSPC'), 507)],
  ['the disk is read-only', (site) => refusesUntilHealed(site, writing('EROFS'), 503)],
  ['no file can be opened', (site) => refusesUntilHealed(site, { ...writing('EMFILE'), call: 'open' }, 503)],
  ['the descriptors of the process are used up', usesUpDescriptors],
  ['the sync of a photo fails', (site) => stopsAfterSync(site, 'object')],
  ['the sync of the database fails', (site) => stopsAfterSync(site, 'wal')],
  ['another process holds the write lock', waitsForLock],
  ['the head of the database is damaged', (site) => refusesToStart(site, 'exchange.sqlite', 0, /database is damaged/)],
  [
    'a page of the database is damaged',
    (site) => refusesToStart(site, 'exchange.sqlite', 4_096 * 2, /database is damaged/),
  ],
  [
    'the key file is damaged',
    (site) => refusesToStart(site, 'data-keys', 12, /not the key this database was encrypted with/),
  ],
  ['the key file is missing', refusesWithoutKey],
  ['the key is one of before', refusesOldKey],
  ['the folder is read-only at start', refusesReadOnlyStart],
  ['a photo is damaged', refusesDamagedPhoto],
  ['an encrypted number is damaged', refusesDamagedNumber],
  ['an audit entry is changed', detectsChangedEntry],
]

/** The full form starts a site for each case; the short form shares one to save starts and checks it at the end. */
const isFull = atScale(0, 1) === 1
let shared: Promise<Site> | undefined

test.runIf(process.platform === 'linux').each(cases)(
  '%s: acknowledges nothing unsaved, responds with a clear error, and recovers',
  async (_, check) => {
    tried++
    shared ??= startSite()
    const site = await shared
    if (isFull) shared = undefined
    await site.sell()
    await check(site)
    if (isFull) {
      await site.assertAllThere()
      await site[Symbol.asyncDispose]()
    }
    passed++
  },
)

afterAll(async () => {
  await using site = await shared
  recordMetric({
    claim:
      'Full, read-only and failing disks, damaged files, wrong keys, a locked database: no false acknowledgement, a clear message, recovery',
    figure: `${passed} of ${tried}`,
    goal: 'all of at least 12',
    isMet: passed === tried && passed >= 12,
  })
  await site?.assertAllThere()
})

function writing(error: Fault['error']): Omit<Fault, 'nth'> {
  return { call: ['write', 'open', 'mkdir', 'rename'], error, onwards: true, torn: error === 'ENOSPC' }
}

/** Rejects writes with this status, still serves reads, and stores again once the fault is removed. */
async function refusesUntilHealed(site: Site, fault: Omit<Fault, 'nth'>, status: number): Promise<void> {
  site.disk.arm({ ...fault, nth: 1 })
  for (let at = 0; at < 3; at++) {
    const answer = await site.trySelling()
    expect(answer.status).toBe(status)
    expect(((await answer.json()) as { message: string }).message).toMatch(/storage is full|can't save|busy/)
  }
  expect((await site.customer.send('GET', '/api/user/transactions')).status).toBe(200)
  site.disk.heal()
  await site.sell()
}

async function usesUpDescriptors(site: Site): Promise<void> {
  const { child } = site.server()
  const used = readdirSync(`/proc/${child.pid}/fd`).length
  execFileSync('prlimit', ['--pid', String(child.pid), `--nofile=${used + 2}:`])
  const { port } = new URL(site.server().url)
  const idle = Array.from({ length: 20 }, () => net.connect(Number(port), '127.0.0.1').on('error', () => undefined))
  const answers = await Promise.all([1, 2, 3].map(() => site.trySelling().catch(() => undefined)))
  for (const answer of answers) expect(answer === undefined || answer.ok || answer.status === 503).toBe(true)
  for (const socket of idle) socket.destroy()
  execFileSync('prlimit', ['--pid', String(child.pid), '--nofile=1024:'])
  await expect
    .poll(
      () =>
        site.trySelling().then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 5_000 },
    )
    .toBe(true)
}

async function stopsAfterSync(site: Site, place: 'object' | 'wal'): Promise<void> {
  site.disk.arm({ call: 'sync', error: 'EIO', nth: 1, place })
  const answer = await site.trySelling().catch(() => undefined)
  expect(answer?.ok ?? false).toBe(false)
  expect(await site.exitCode()).toBe(70)
  expect(site.server().output()).toContain('fsync failed')
  site.disk.heal()
  await site.restart()
  await site.sell()
}

async function waitsForLock(site: Site): Promise<void> {
  using lock = holdLock(site.dataDir)
  const until = performance.now() + HELD_MS
  do {
    const before = performance.now()
    const answer = await site.trySelling()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(performance.now() - before).toBeLessThan(10_000)
    expect((await site.customer.send('GET', '/api/user/transactions')).status).toBe(200)
  } while (performance.now() < until)
  lock.release()
  await site.sell()
}

function holdLock(dataDir: string) {
  const other = new SQLite(path.join(dataDir, 'exchange.sqlite'))
  other.exec('begin immediate')
  return { release: () => other.exec('rollback'), [Symbol.dispose]: () => other.close() }
}

/** Exits with 78 and this message, and starts when the file is restored. */
async function refusesToStart(site: Site, name: string, at: number, message: RegExp): Promise<void> {
  await site.stop()
  const file = path.join(site.dataDir, name)
  const sound = readFileSync(file)
  const damaged = Buffer.from(sound)
  for (let offset = at; offset < Math.min(at + 16, damaged.length); offset++) damaged[offset] = flipped(damaged[offset])
  writeFileSync(file, damaged)
  await expectRefused(site, message)
  writeFileSync(file, sound)
  await site.restart()
}

/** Another letter or byte; base64 stays valid base64. */
function flipped(byte = 0): number {
  return byte === 65 ? 66 : byte >= 32 && byte < 127 ? 65 : byte ^ 0xff
}

async function expectRefused(site: Site, message: RegExp, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const refused = await site.restart(env).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartupError)
  expect((refused as StartupError).exitCode).toBe(78)
  expect(String(refused)).toMatch(message)
  expect(String(refused)).not.toMatch(/\n\s+at /)
}

async function refusesWithoutKey(site: Site): Promise<void> {
  await site.stop()
  const file = path.join(site.dataDir, 'data-keys')
  const key = readFileSync(file)
  rmSync(file)
  await expectRefused(site, /key file .* is missing/)
  writeFileSync(file, key, { mode: 0o600 })
  await site.restart()
}

async function refusesOldKey(site: Site): Promise<void> {
  await site.stop()
  const old = `k0:${Buffer.alloc(32, 1).toString('base64')}`
  await expectRefused(site, /data key 'k1' is missing/, { DATA_KEYS: old })
  await site.restart()
}

async function refusesReadOnlyStart(site: Site): Promise<void> {
  await site.stop()
  site.disk.arm({ ...writing('EROFS'), nth: 1 })
  await expectRefused(site, /cannot be (written|opened)|does not work/)
  site.disk.heal()
  await site.restart()
}

async function refusesDamagedPhoto(site: Site): Promise<void> {
  const photo = aPhoto()
  const [id = ''] = await site.sell([photo])
  const file = path.join(site.dataDir, 'files', id)
  const sound = readFileSync(file)
  flip(file, 200)
  const answer = await site.customer.send('GET', `/api/files/${id}?download=1`)
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain('This file is damaged')
  writeFileSync(file, sound)
}

async function refusesDamagedNumber(site: Site): Promise<void> {
  await site.sell()
  const { damaged, sound, mend } = site.damageNumber()
  const reveal = (id: string) => site.owner.send('POST', `/api/admin/submissions/${id}/reveal`, { field: 'cardNumber' })
  const answer = await reveal(damaged)
  expect(answer.status).toBe(500)
  expect(((await answer.json()) as { message: string }).message).toMatch(/Something went wrong on our side/)
  expect((await reveal(sound)).status).toBe(200)
  mend()
}

async function detectsChangedEntry(site: Site): Promise<void> {
  await site.owner.call('POST', '/api/admin/login', processOwner)
  await site.stop()
  const verify = () =>
    spawnSync(process.execPath, [audit, 'verify'], { env: { DATA_DIR: site.dataDir }, encoding: 'utf8' })
  expect(verify().status).toBe(0)
  using copy = tempFolder()
  const file = path.join(site.dataDir, 'exchange.sqlite')
  const kept = path.join(copy.path, 'kept')
  writeFileSync(kept, readFileSync(file))
  site.changeAuditEntry()
  const found = verify()
  expect(found.status).not.toBe(0)
  expect(found.stdout + found.stderr).toMatch(/Entry 1 \(/)
  writeFileSync(file, readFileSync(kept))
  await site.restart()
}
