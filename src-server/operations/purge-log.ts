import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { AppContext } from '../context.ts'
import type { PurgeTable } from '../db/schema.ts'
import type { Keyring } from '../encryption/keys.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { BackupError } from './backup-error.ts'
import { listPurgesFrom } from './purge-log-queries.ts'

/** Stored beside the backups, so that a restore can replay purges even when DATA_DIR is lost. */
export const PURGE_LOG = 'purges.jsonl'

/** Also finds rows that are older than the newest because the clock was set back. Duplicate lines do no harm. */
const OVERLAP_MS = 10 * 60 * 1000
const TAIL_BYTES = 1024 * 1024
const BATCH = 5_000

type Site = Pick<AppContext, 'db' | 'keyring'>
type Line = PurgeTable & { key: string; mac: string }

/**
 * Appends new purges to the log in `folder`, with ids and kinds only, and syncs it. Each line has a MAC under the data
 * keys, because a forged line would make a restore delete data.
 */
export async function exportPurgeLog({ db, keyring }: Site, folder: string): Promise<void> {
  makeFolder(folder)
  const handle = await open(path.join(folder, PURGE_LOG), 'a+', 0o600)
  try {
    const known = await readTail(handle)
    const newest = known.at(-1)?.at
    const ids = new Set(known.map(({ id }) => id))
    let from = { at: newest === undefined ? '' : new Date(Date.parse(newest) - OVERLAP_MS).toISOString(), id: '' }
    for (;;) {
      const rows = await listPurgesFrom(db, from, BATCH)
      const text = rows.filter(({ id }) => !ids.has(id)).map((row) => lineOf(keyring, row))
      if (text.length > 0) await handle.appendFile(text.join(''))
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) break
      from = last
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads the purges of a log, oldest first. @throws BackupError when a line fails authentication */
export async function* readPurgeLog(keyring: Keyring, file: string): AsyncGenerator<PurgeTable> {
  if (!existsSync(file)) throw new BackupError('noInput', `There is no purge log ${file}.`)
  let number = 0
  let torn: string | undefined
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    const line = parsed(text)
    // A power cut may have truncated the last line, whose purge was not acknowledged yet.
    if (torn !== undefined) throw rejection(file, number - 1)
    if (!line) {
      torn = text
      continue
    }
    if (!isGenuine(keyring, line)) throw rejection(file, number)
    const { id, what, subject_id, at } = line
    yield { id, what, subject_id, at }
  }
}

function rejection(file: string, number: number): BackupError {
  return new BackupError('damaged', `Line ${number} of ${file} is not what the site wrote, or its data key is missing.`)
}

/** Reads the last lines. Truncates an incomplete last line left by a power cut. */
async function readTail(handle: Awaited<ReturnType<typeof open>>): Promise<Line[]> {
  const { size } = await handle.stat()
  const start = Math.max(0, size - TAIL_BYTES)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
  const text = buffer.subarray(0, bytesRead)
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length) await handle.truncate(start + end)
  return text
    .subarray(0, end)
    .toString()
    .split('\n')
    .flatMap((line) => parsed(line) ?? [])
}

function parsed(text: string): Line | undefined {
  try {
    const line = JSON.parse(text)
    const isLine = ['id', 'what', 'subject_id', 'at', 'key', 'mac'].every((name) => typeof line[name] === 'string')
    return isLine ? line : undefined
  } catch {
    return undefined
  }
}

function lineOf(keyring: Keyring, { id, what, subject_id, at }: PurgeTable): string {
  const purge = { id, what, subject_id, at }
  const key = keyring.activeId
  return `${JSON.stringify({ ...purge, key, mac: macOf(keyring, key, purge).toString('base64url') })}\n`
}

function isGenuine(keyring: Keyring, { key, mac, ...purge }: Line): boolean {
  if (!keyring.ids.includes(key)) return false
  const given = Buffer.from(mac, 'base64url')
  const expected = macOf(keyring, key, purge)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function macOf(keyring: Keyring, key: string, { id, what, subject_id, at }: PurgeTable): Buffer {
  const text = JSON.stringify(['purge', id, what, subject_id, at])
  return createHmac('sha256', keyring.key(key, 'backup')).update(text).digest()
}
