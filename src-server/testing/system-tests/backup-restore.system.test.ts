import { randomFillSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Submission } from '#shared/submission-schema.ts'
import { createContext } from '../../context.ts'
import { insertFile } from '../../files/file-queries.ts'
import { readConfig } from '../../platform/config/config.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { writeCarelessly } from '../bench/queue-queries.ts'
import { runCommand } from '../test-support/command-run.ts'
import { RestClient } from '../test-support/rest-client.ts'
import { processOwner, type ServerProcess, startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { startLoad } from './backup-load.ts'
import { seedSite, sha256 } from './seeded-site.ts'
import { atScale, recordMetric } from './system-test.ts'

const SEEDED = atScale(30, 10_000)
const LOADED = atScale(12, 200)
const SELLERS = 4
const READERS = 8
const RESTORE_SECONDS = 60
// The seeded submissions are up to two years old, and retention would delete the photos to compare.
const keepsPhotos = { RETENTION_DAYS: '30', LOG_LEVEL: 'warn' }

const running: ServerProcess[] = []

async function startServer(dataDir: string): Promise<ServerProcess> {
  const server = await startServerProcess(dataDir, keepsPhotos)
  running.push(server)
  return server
}

// Also after a failed test.
afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL')
})

/** Every submission, as staff see it. */
async function submissionsOf(owner: RestClient): Promise<Map<string, Submission>> {
  const submissions = new Map<string, Submission>()
  for (let page = 1; ; page++) {
    type Page = { data: Submission[]; pagination: { hasNext: boolean } }
    const { data, pagination } = await owner.call<Page>('GET', `/api/admin/submissions?page=${page}&limit=100`)
    for (const submission of data) submissions.set(submission.id, submission)
    if (!pagination.hasNext) return submissions
  }
}

async function anOwner(url: string): Promise<RestClient> {
  const owner = new RestClient(() => url)
  await owner.call('POST', '/api/admin/login', processOwner)
  return owner
}

/** Calls `work` for each item, several at a time. */
async function forEach<Each>(all: Iterable<Each>, work: (each: Each) => Promise<void>): Promise<void> {
  const next = all[Symbol.iterator]()
  const worker = async () => {
    for (let { done, value } = next.next(); !done; { done, value } = next.next()) await work(value)
  }
  await Promise.all(Array.from({ length: READERS }, worker))
}

test('a backup made under load restores everything acknowledged before it, byte for byte', async () => {
  using data = tempFolder()
  using kept = tempFolder()
  using elsewhere = tempFolder()
  const seededPhotos = await seedSite(data.path, SEEDED)
  const server = await startServer(data.path)
  const { acknowledged, stop } = await startLoad(server.url, SELLERS)
  await expect.poll(() => acknowledged.length, { interval: 10, timeout: 60_000 }).toBeGreaterThan(LOADED)
  const before = acknowledged.length
  const backup = await runCommand('backup', data.path, [kept.path])
  const during = acknowledged.length - before
  await stop()
  expect([backup.code, backup.output]).toEqual([0, expect.stringContaining('verified')])
  const original = await submissionsOf(await anOwner(server.url))
  expect(await server.end('SIGTERM')).toBe(0)

  const target = path.join(elsewhere.path, 'data')
  const [file = ''] = backup.output.split('\n')
  const restore = await runCommand('restore', target, [file, '--keys', path.join(data.path, 'data-keys')])
  expect([restore.code, restore.output]).toEqual([0, expect.stringContaining('Restored to')])
  const restored = await startServer(target)
  const owner = await anOwner(restored.url)
  const submissions = await submissionsOf(owner)

  const photosOfLoad = new Map(
    acknowledged.flatMap((made) => (made.what === 'submission' ? [[made.id, made.photo]] : [])),
  )
  let [files, altered, lost] = [0, 0, 0]
  await forEach(submissions.values(), async ({ id, uploadedFiles }) => {
    for (const { id: fileId } of uploadedFiles) {
      files++
      const found = sha256(await owner.bytesOf(`/api/files/${fileId}?download=original`))
      if (found !== (photosOfLoad.get(id) ?? seededPhotos.get(fileId))) altered++
    }
  })
  for (const [id, submission] of original)
    if (!photosOfLoad.has(id) && !isSame(submissions.get(id), submission) && submission.status !== 'registered') lost++
  const chats = new Map<string, string>()
  for (const made of acknowledged.slice(0, before)) {
    const submission = made.what === 'message' ? undefined : submissions.get(made.id)
    if (made.what === 'submission' && submission?.uploadedFiles.length !== 1) lost++
    if (made.what === 'decision' && submission?.status !== made.status) lost++
    if (made.what !== 'message') continue
    if (!chats.has(made.sessionId))
      // A missing conversation counts as the loss of all its messages.
      chats.set(made.sessionId, await (await owner.send('GET', `/api/chat/messages/${made.sessionId}`)).text())
    if (!chats.get(made.sessionId)?.includes(made.text)) lost++
  }
  expect(await restored.end('SIGTERM')).toBe(0)

  recordMetric({
    claim: 'Backup under load, restored elsewhere',
    figure: `${submissions.size} orders and ${files} photos, of what was acknowledged before it ${lost} lost, ${altered} altered; ${during} acknowledged during it`,
    goal: '0 lost, 0 altered',
    isMet: lost === 0 && altered === 0,
  })
  recordMetric({
    claim: 'Restore with every check',
    figure: `${SEEDED} orders with a photo each in ${restore.seconds.toFixed(1)} s (their backup: ${backup.seconds.toFixed(1)} s)`,
    goal: `10,000 orders within ${RESTORE_SECONDS} s`,
    isMet: restore.seconds <= RESTORE_SECONDS,
  })
  expect([lost, altered]).toEqual([0, 0])
  expect(files).toBeGreaterThan(SEEDED / 2)
  expect(submissions.size).toBeGreaterThanOrEqual(SEEDED)
  expect(during).toBeGreaterThan(0)
  expect(restore.seconds).toBeLessThan(RESTORE_SECONDS)
})

function isSame(one: Submission | undefined, other: Submission): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

test('memory of backup and restore does not grow with the amount of data', async () => {
  const [few, many] = [await peaksWith(atScale(1, 5)), await peaksWith(atScale(12, 100))]
  const growth = Math.max(many.backup - few.backup, many.restore - few.restore)
  recordMetric({
    claim: 'Memory of backup and restore',
    figure: `${many.backup.toFixed(0)} and ${many.restore.toFixed(0)} MB at ${many.megabytes} MB of files, ${few.backup.toFixed(0)} and ${few.restore.toFixed(0)} MB at ${few.megabytes} MB`,
    goal: 'at most 100 MB more',
    isMet: growth <= 100,
  })
  expect(growth).toBeLessThan(100)
})

/** Peak megabytes of both commands with this number of files of 10 MB. */
async function peaksWith(count: number): Promise<{ megabytes: number; backup: number; restore: number }> {
  using data = tempFolder()
  using kept = tempFolder()
  using elsewhere = tempFolder()
  {
    await using ctx = await createContext(readConfig({ DATA_DIR: data.path, LOG_LEVEL: 'error' }))
    await writeCarelessly(ctx.db)
    await seedSite(data.path, 1)
    const bytes = Buffer.alloc(10 * 1024 * 1024)
    const { id: ownerId } = await ctx.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    mkdirSync(path.join(data.path, 'files'), { recursive: true })
    for (let at = 0; at < count; at++) {
      const id = newId()
      // Encrypted bytes are indistinguishable from random ones, and backups do not decrypt them.
      writeFileSync(path.join(data.path, 'files', id), randomFillSync(bytes))
      const file = {
        id,
        file_name: 'large.png',
        file_size: bytes.length,
        mime_type: 'image/png',
        sha256: id,
        uploaded_at: '2026-11-20T12:00:00.000Z',
      } as const
      await inServerTransaction(ctx.db, (tx) => insertFile(tx, file, { ownerId, position: at }))
    }
  }
  const backup = await runCommand('backup', data.path, [kept.path])
  expect(backup.code).toBe(0)
  const [file = ''] = backup.output.split('\n')
  const target = path.join(elsewhere.path, 'data')
  const restore = await runCommand('restore', target, [file, '--keys', path.join(data.path, 'data-keys')])
  expect([restore.code, restore.output]).toEqual([0, expect.stringContaining('Restored to')])
  return { megabytes: count * 10, backup: backup.peakMegabytes, restore: restore.peakMegabytes }
}
