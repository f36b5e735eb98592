import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import type { Keyring } from '../encryption/keys.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { syncFolder } from '../storage/sync-folder.ts'

type Values = Readonly<Record<string, string | number | undefined>>

/**
 * A file of JSON lines that the site appends to, each with a MAC under a data key. The MAC covers the mark of an
 * earlier line, so that a line which is missing is noticed, except the last ones: the database has those.
 */
export type SignedLog<Entry extends Values> = {
  name: string
  /** Part of each MAC, so that a line of one log is none of another. */
  kind: string
  /** The fields of every entry, in the order in which the MAC covers them. */
  fields: readonly (keyof Entry & string)[]
  id: keyof Entry & string
}

/** What a log is written from: entries that the database numbers in the order of their commits. */
export type LogSource<Entry> = {
  /** The highest number of these entries; undefined when the database has none of them. */
  findNewest(ids: readonly string[]): Promise<number | undefined>
  /** The next entries after a number, in their order. */
  listAfter(sequence: number, limit: number): Promise<readonly (Entry & { sequence: number })[]>
}

/** A line that the site did not write, or whose data key is missing, or before which lines are missing. */
export class DamagedLine extends Error {
  constructor(file: string, number: number) {
    super(
      `Line ${number} of ${file} is not what the site wrote, its data key is missing, or lines before it are missing.`,
    )
  }
}

const TAIL_BYTES = 1024 * 1024
const BATCH = 5_000
const LOOK_UP = 100

type Site = { keyring: Keyring; log: Pick<Logger, 'error'> }

/** The end of a log: its last entries and their last MAC. */
type Tail = { ids: readonly string[]; mac: string | undefined }
export type LogEnd = Tail & Pick<Stats, 'ino' | 'size' | 'mtimeMs'>

/**
 * Appends what a log in `folder` lacks, and syncs it. The log resumes after the newest entry in it that the database
 * has: as entries are appended in their order, it has all before. A restored database has other numbers, but the same
 * entries. A log whose last lines are damaged is renamed and written again, because no restore could read it.
 * @param end the result of the call before, which saves reading and checking the last lines of an unchanged file
 */
export async function appendMissing<Entry extends Values>(
  { keyring, log: logger }: Site,
  log: SignedLog<Entry>,
  folder: string,
  source: LogSource<Entry>,
  end?: LogEnd,
): Promise<LogEnd | undefined> {
  makeFolder(folder)
  const file = path.join(folder, log.name)
  const lines = createLines(keyring, log)
  const appended = await appendTo(lines, file, source, end)
  if (appended) return appended
  const aside = file.replace(/\.jsonl$/, `.damaged-${randomBytes(4).toString('hex')}.jsonl`)
  await rename(file, aside)
  logger.error(
    `${file} has lines that the site did not write, or lacks some. It is ${aside} now, and was written again.`,
  )
  return appendTo(lines, file, source)
}

/** Returns undefined, and appends nothing, when the last lines are damaged. */
async function appendTo<Entry extends Values>(
  written: Lines<Entry>,
  file: string,
  source: LogSource<Entry>,
  end?: LogEnd,
): Promise<LogEnd | undefined> {
  const handle = await open(file, 'a+', 0o600)
  try {
    let tail: Tail | undefined = end && isUnchanged(await handle.stat(), end) ? end : undefined
    let from = tail && (await findResumePoint(tail.ids, source))
    if (!tail || from === undefined) {
      tail = await readTail(written, handle)
      if (!tail) return undefined
      from = (await findResumePoint(tail.ids, source)) ?? 0
    }
    const ids = new Set(tail.ids)
    let { mac } = tail
    for (;;) {
      const rows = await source.listAfter(from, BATCH)
      const lines: string[] = []
      for (const row of rows) {
        const id = written.idOf(row)
        if (ids.has(id)) continue
        ids.add(id)
        const line = written.make(row, mac)
        lines.push(`${JSON.stringify(line)}\n`)
        mac = line.mac
      }
      if (lines.length > 0) await handle.appendFile(lines.join(''))
      const newest = rows.at(-1)
      if (!newest || rows.length < BATCH) break
      from = newest.sequence
    }
    await handle.sync()
    // The name of a new file.
    if (tail.ids.length === 0) await syncFolder(path.dirname(file))
    const { ino, size, mtimeMs } = await handle.stat()
    return { ids: [...ids].slice(-LOOK_UP), mac, ino, size, mtimeMs }
  } finally {
    await handle.close()
  }
}

function isUnchanged(file: Stats, { ino, size, mtimeMs }: LogEnd): boolean {
  return file.ino === ino && file.size === size && file.mtimeMs === mtimeMs
}

async function findResumePoint(ids: readonly string[], source: LogSource<unknown>) {
  for (let end = ids.length; end > 0; end -= LOOK_UP) {
    const newest = await source.findNewest(ids.slice(Math.max(0, end - LOOK_UP), end))
    if (newest !== undefined) return newest
  }
  return undefined
}

type Line<Entry> = Entry & { key: string; mac: string; after: string }
type Lines<Entry extends Values> = ReturnType<typeof createLines<Entry>>

/** Makes, reads and verifies the lines of a log. */
function createLines<Entry extends Values>(keyring: Keyring, { kind, fields, id }: SignedLog<Entry>) {
  function macOf(line: Line<Entry>): Buffer {
    const text = JSON.stringify([kind, ...fields.map((field) => line[field]), line.after])
    return createHmac('sha256', keyring.key(line.key, 'backup')).update(text).digest()
  }
  return {
    idOf: (entry: Entry) => String(entry[id]),
    /** The line after the one with the MAC `last`. */
    make(entry: Entry, last: string | undefined): { after: string; key: string; mac: string } {
      const values = Object.fromEntries(fields.map((field) => [field, entry[field]]))
      const [after, key] = [markOf(last), keyring.activeId]
      const mac = macOf({ ...entry, after, key, mac: '' }).toString('base64url')
      return { ...values, after, key, mac }
    },
    parse(text: string): Line<Entry> | undefined {
      try {
        const line = JSON.parse(text)
        const isLine =
          ['key', 'mac', 'after'].every((field) => typeof line[field] === 'string') &&
          fields.every((field) => typeof line[field] === 'string' || typeof line[field] === 'number')
        return isLine ? line : undefined
      } catch {
        return undefined
      }
    },
    isGenuine(line: Line<Entry>): boolean {
      if (!keyring.ids.includes(line.key)) return false
      const given = Buffer.from(line.mac, 'base64url')
      const expected = macOf(line)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** Reads the entries, oldest first. @throws DamagedLine when a line is damaged, or some before it are missing */
export async function* readEntries<Entry extends Values>(
  keyring: Keyring,
  log: SignedLog<Entry>,
  file: string,
): AsyncGenerator<Entry> {
  let number = 0
  let torn = false
  const chain = createChain({ isWhole: true })
  const lines = createLines(keyring, log)
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    // A power cut may have truncated the last line, which nothing depended on yet.
    if (torn) throw new DamagedLine(file, number - 1)
    const line = lines.parse(text)
    if (!line) {
      torn = true
      continue
    }
    if (!lines.isGenuine(line) || !chain.add(line)) throw new DamagedLine(file, number)
    const { key: _, mac: __, after: ___, ...entry } = line
    yield entry as unknown as Entry
  }
}

/** The last lines of an open log; undefined when damaged. Truncates an incomplete last line left by a power cut. */
async function readTail<Entry extends Values>(lines: Lines<Entry>, handle: FileHandle): Promise<Tail | undefined> {
  const { size } = await handle.stat()
  const start = Math.max(0, size - TAIL_BYTES)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
  const text = buffer.subarray(0, bytesRead)
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length) await handle.truncate(start + end)
  const texts = text.subarray(0, end).toString().split('\n').slice(0, -1)
  // The first one has lost its beginning.
  if (start > 0) texts.shift()
  const chain = createChain({ isWhole: start === 0 })
  const ids: string[] = []
  let mac: string | undefined
  for (const each of texts) {
    const line = lines.parse(each)
    if (!line || !lines.isGenuine(line) || !chain.add(line)) return undefined
    ids.push(lines.idOf(line))
    mac = line.mac
  }
  return { ids, mac }
}

/** Enough that no other line has the same one. */
const MARK_LENGTH = 16
/** Processes that append at the same time continue from the same line, so a line names one of the lines before it. */
const REMEMBERED = 20_000
/** Lines at the start of a part of a log may continue from lines before it, or from none if the log was empty. */
const FIRST_LINES = 100

/** What the next line of a log names its predecessor by; '' without one. */
function markOf(mac: string | undefined): string {
  return mac?.slice(0, MARK_LENGTH) ?? ''
}

/** Notices missing lines: each names an earlier one by its MAC. `isWhole`: the lines are not only the last ones. */
function createChain({ isWhole }: { isWhole: boolean }) {
  const marks = new Set<string>()
  let count = 0
  return {
    /** Adds the next line. Returns false when the line that it names is missing. */
    add({ mac, after }: { mac: string; after: string }): boolean {
      const isFirst = count++ < FIRST_LINES
      const isFound = marks.has(after) || (isFirst && (!isWhole || after === ''))
      marks.add(markOf(mac))
      const [oldest] = marks.size > REMEMBERED ? marks : []
      if (oldest !== undefined) marks.delete(oldest)
      return isFound
    },
  }
}
