import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Transaction } from '#shared/submission-schema.ts'
import { builtFile } from '../test-support/built-site.ts'
import { startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { findSecrets, type Needle, type Place, placesOf } from './find-secrets.ts'
import { readIfThere } from './read-if-there.ts'
import { type Sown, sow } from './secret-flows.ts'
import { atScale, recordMetric } from './system-test.ts'

const ROUNDS = atScale(1, 15)
const backupCommand = builtFile('server/backup.js')
const env = { LIMITS: 'off' }

test('secrets sown in every flow are readable nowhere, and purged data is erased from the files at once', async () => {
  using folder = tempFolder()
  using kept = tempFolder()
  let server = await startServerProcess(folder.path, env)
  const outputs: string[] = []
  const sown: Sown[] = []
  for (let round = 0; round < ROUNDS; round++) sown.push(await sow(() => server.url, folder.path, round))
  const backUp = execFileSync(process.execPath, [backupCommand, kept.path], {
    env: { DATA_DIR: folder.path },
    encoding: 'utf8',
  })
  outputs.push(backUp)
  const needles = sown.flatMap((each) => each.needles)
  let places = 0
  const found = () => {
    const all: Place[] = [
      ...placesOf(folder.path),
      ...placesOf(kept.path),
      ...[...outputs, server.output()].map((text): Place => ({ kind: 'log', name: 'log', bytes: Buffer.from(text) })),
      ...sown.flatMap(({ answers }) => answers),
    ]
    places = Math.max(places, all.length)
    return findSecrets(all, needles)
  }
  const hits = found()

  // Submissions of the last round end while the server runs; the files are read before the next request.
  const { staff, customer, visa, apple } = sown.at(-1) as Sown
  const ciphers = ciphertextsOf(folder.path, visa)
  const before = cipherHits(folder.path, ciphers)
  await staff.call('PATCH', `/api/submissions/${visa}/status`, { status: 'completed' })
  const afterEnd = cipherHits(folder.path, ciphers)
  hits.push(...found())

  // Then with the write-ahead log of a killed server, and for the other card after its retention period.
  await server.end('SIGKILL')
  outputs.push(server.output())
  hits.push(...found())
  const others = ciphertextsOf(folder.path, apple)
  await staff.call('PATCH', `/api/submissions/${apple}/status`, { status: 'rejected' }).catch(() => undefined)
  server = await startServerProcess(folder.path, { ...env, RETENTION_DAYS: '0' })
  await staff.call('PATCH', `/api/submissions/${apple}/status`, { status: 'rejected' })
  await server.end('SIGTERM')
  server = await startServerProcess(folder.path, { ...env, RETENTION_DAYS: '0' })
  const removed = async () =>
    (await customer.call<Transaction>('GET', `/api/user/transactions/${apple}`)).removedAt !== undefined
  while (!(await removed()) || cipherHits(folder.path, others).length > 0);
  hits.push(...found())
  expect(await server.end('SIGTERM')).toBe(0)
  outputs.push(server.output())
  hits.push(...found())

  recordMetric({
    claim: 'Seeded secrets found in data folder, write-ahead log, logs, backups, mails and customer answers',
    figure: `${hits.length} hits: ${needles.length} secrets, plain, reversed and encoded, ${places} places, 5 searches`,
    goal: '0',
    isMet: hits.length === 0,
  })
  recordMetric({
    claim: 'Ciphertexts of a card found in the files when the decision that ends its order is answered',
    figure: `${afterEnd.length} (${before.length} before)`,
    goal: '0',
    isMet: afterEnd.length === 0,
  })
  expect(hits).toEqual([])
  // Control: the search finds a readable reference, and the ciphertexts were in the files.
  const seen: Needle[] = [{ name: 'reference', text: visa }]
  expect(findSecrets(placesOf(folder.path), seen).length).toBeGreaterThan(0)
  expect(sown.flatMap(({ answers }) => answers.filter(({ kind }) => kind === 'frame')).length).toBeGreaterThan(0)
  expect(before.length).toBe(ciphers.length)
  expect(ciphers.length).toBeGreaterThanOrEqual(6)
  expect(afterEnd).toEqual([])
})

test('a database reader only delays the erasure from the write-ahead log', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path, env)
  const { staff, visa } = await sow(() => server.url, folder.path, 0)
  const ciphers = ciphertextsOf(folder.path, visa)
  const reader = new SQLite(path.join(folder.path, 'exchange.sqlite'), { readonly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from submissions').get()
  await staff.call('PATCH', `/api/submissions/${visa}/status`, { status: 'completed' })
  const duringRead = cipherHits(folder.path, ciphers)
  reader.exec('commit')
  reader.close()
  while (cipherHits(folder.path, ciphers).length > 0) await staff.call('GET', '/api/health')
  expect(await server.end('SIGTERM')).toBe(0)
  expect(duringRead.length).toBeGreaterThan(0)
})

type Cipher = { name: string; bytes: Buffer }

/** The ciphertexts of a submission that its end purges, as stored: fields, and the first bytes of each photo. */
function ciphertextsOf(folder: string, submissionId: string): Cipher[] {
  const db = new SQLite(path.join(folder, 'exchange.sqlite'), { readonly: true })
  try {
    const row = db.prepare<[string], Record<string, string>>('select * from submissions where id = ?').get(submissionId)
    const columns = [
      'card_number_encrypted',
      'security_code_encrypted',
      'expiring_date_encrypted',
      'additional_info_encrypted',
    ]
    const fields = columns.map((name) => ({ name, bytes: Buffer.from(`${row?.[name]}`) }))
    const ids = db.prepare<[string], string>('select id from files where submission_id = ?').pluck().all(submissionId)
    const photos = ids.map((id) => ({ name: id, bytes: readFileSync(path.join(folder, 'files', id)).subarray(0, 80) }))
    return [...fields, ...photos]
  } finally {
    db.close()
  }
}

/** The names of those found in the database, its log or the stored files. */
function cipherHits(folder: string, ciphers: readonly Cipher[]): string[] {
  const stored = readdirSync(path.join(folder, 'files')).map((name) => path.join(folder, 'files', name))
  const database = ['', '-wal'].map((ending) => path.join(folder, `exchange.sqlite${ending}`))
  const bytes = Buffer.concat([...database, ...stored].map((file) => readIfThere(file) ?? Buffer.alloc(0)))
  return ciphers.filter((cipher) => bytes.includes(cipher.bytes)).map(({ name }) => name)
}
