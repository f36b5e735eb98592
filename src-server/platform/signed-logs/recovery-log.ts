import { randomBytes } from 'node:crypto'
import { existsSync, type Stats } from 'node:fs'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import type { Keyring } from '../encryption/keys.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { syncFolder } from '../storage/sync-folder.ts'
import {
  createChain,
  isGenuine,
  type LoggedKind,
  makeLine,
  parseLine,
  RECOVERY_LOG,
  type Values,
} from './signed-log.ts'

const TAIL_BYTES = 1024 * 1024
const BATCH = 5_000
const LOOK_UP = 100
/** A line with the newest id of each kind, so that the end of a log has one of a rare kind too. */
const POSITION = 'position'
const LINES_PER_POSITION = 1_000

export type RecoverySite = { db: Db; keyring: Keyring; log: Pick<Logger, 'error'> }

/** The ids of each kind in the last lines of a log, oldest first; its last MAC; the lines since the last position. */
type Tail = { ids: Map<string, Set<string>>; mac: string | undefined; lines: number }
type State = Tail & { from: Map<string, number> }
type End = State & Pick<Stats, 'ino' | 'size' | 'mtimeMs'>

export type RecoveryLog = {
  /** @throws when the disk refuses */
  write(): Promise<void>
}

/**
 * The log of what happens after a backup, in `folder`. It resumes after the newest entry of each kind in it that the
 * database has: as entries are appended in their order, it has all before. A restored database has other numbers, but
 * the same entries. A log whose last lines are damaged is renamed and written again, because no restore could read it.
 * Writes of one process follow each other.
 */
export function createRecoveryLog(site: RecoverySite, folder: string, kinds: readonly LoggedKind[]): RecoveryLog {
  let last: Promise<void> = Promise.resolve()
  let end: End | undefined
  return {
    write() {
      const written = last.then(async () => {
        if (end && (await isComplete(site, folder, kinds, end))) return
        makeFolder(folder)
        const known = end
        // After an error the file is read again.
        end = undefined
        end = await append(site, folder, kinds, known)
      })
      last = written.catch(() => {})
      return written
    },
  }
}

/** Whether nothing was added to the database or the log since this process wrote it. */
async function isComplete({ db }: RecoverySite, folder: string, kinds: readonly LoggedKind[], end: End) {
  for (const { kind, listAfter } of kinds)
    if ((await listAfter(db, end.from.get(kind) ?? 0, 1)).length > 0) return false
  const file = await stat(path.join(folder, RECOVERY_LOG)).catch(() => undefined)
  return file !== undefined && isUnchanged(file, end)
}

async function append(
  site: RecoverySite,
  folder: string,
  kinds: readonly LoggedKind[],
  end: End | undefined,
): Promise<End> {
  const file = path.join(folder, RECOVERY_LOG)
  const handle = await open(file, 'a+', 0o600)
  try {
    const isKnown = end && isUnchanged(await handle.stat(), end)
    const state = isKnown ? end : await resume(site, folder, kinds, handle)
    if (!state) {
      await setAside(site, file)
      return await append(site, folder, kinds, undefined)
    }
    const isNew = state.mac === undefined
    for (const kind of kinds) await appendKind(site, kind, state, handle)
    // Lines of another process may not be on the disk yet, either.
    await handle.sync()
    // The name of a new file.
    if (isNew) await syncFolder(folder)
    const { ino, size, mtimeMs } = await handle.stat()
    const ids = new Map([...state.ids].map(([kind, all]) => [kind, new Set([...all].slice(-LOOK_UP))]))
    return { ...state, ids, ino, size, mtimeMs }
  } finally {
    await handle.close()
  }
}

function isUnchanged(file: Stats, { ino, size, mtimeMs }: End) {
  return file.ino === ino && file.size === size && file.mtimeMs === mtimeMs
}

/** Appends the entries of a kind that the log lacks, and counts them in `state`. */
async function appendKind({ db, keyring }: RecoverySite, kind: LoggedKind, state: State, handle: FileHandle) {
  const make = (name: string, values: Values) => {
    const { text, mac } = makeLine(keyring, name, values, state.mac)
    state.mac = mac
    return `${text}\n`
  }
  for (;;) {
    const rows = await kind.listAfter(db, state.from.get(kind.kind) ?? 0, BATCH)
    const lines: string[] = []
    for (const { sequence, entry } of rows) {
      state.from.set(kind.kind, sequence)
      // Another process can have appended it.
      if (!note(state.ids, kind.kind, entry.id)) continue
      lines.push(make(kind.kind, entry))
      if (++state.lines >= LINES_PER_POSITION) {
        lines.push(make(POSITION, newestOf(state.ids)))
        state.lines = 0
      }
    }
    if (lines.length > 0) await handle.appendFile(lines.join(''))
    if (rows.length < BATCH) return
  }
}

function note(ids: Tail['ids'], kind: string, id: string) {
  const known = ids.get(kind) ?? new Set()
  if (known.has(id)) return false
  ids.set(kind, known.add(id))
  return true
}

function newestOf(ids: Tail['ids']): Values {
  return Object.fromEntries([...ids].map(([kind, all]) => [kind, [...all].at(-1) ?? '']))
}

/** Reads the end of a log; undefined when it is damaged. A kind that it lacks resumes after its former log. */
async function resume({ db, ...site }: RecoverySite, folder: string, kinds: readonly LoggedKind[], handle: FileHandle) {
  const tail = await readTail(site.keyring, handle)
  if (!tail) return undefined
  const from = new Map<string, number>()
  for (const kind of kinds) {
    const former = kind.former && path.join(folder, kind.former)
    const ids = tail.ids.get(kind.kind) ?? (former && (await formerIds(site, former, kind.kind)))
    from.set(kind.kind, await findResumePoint(db, kind, [...(ids || [])]))
  }
  return { ...tail, from }
}

/** The highest number of these entries; 0 when the database has none of them. */
async function findResumePoint(db: Db, { numbered: [table, id] }: LoggedKind, ids: readonly string[]) {
  for (let end = ids.length; end > 0; end -= LOOK_UP) {
    const some = ids.slice(Math.max(0, end - LOOK_UP), end)
    const rows = db
      .selectFrom(table as 'purges')
      .select('sequence')
      .where(id as 'id', 'in', some)
    const [newest] = await rows.where('sequence', 'is not', null).orderBy('sequence', 'desc').limit(1).execute()
    if (newest?.sequence) return newest.sequence
  }
  return 0
}

async function formerIds(site: Omit<RecoverySite, 'db'>, file: string, kind: string) {
  if (!existsSync(file)) return undefined
  const handle = await open(file, 'r+')
  try {
    const tail = await readTail(site.keyring, handle, kind)
    if (!tail) await setAside(site, file)
    return tail?.ids.get(kind)
  } finally {
    await handle.close()
  }
}

async function setAside({ log }: Pick<RecoverySite, 'log'>, file: string) {
  const aside = file.replace(/\.jsonl$/, `.damaged-${randomBytes(4).toString('hex')}.jsonl`)
  await rename(file, aside)
  log.error(`${file} has lines that the site did not write, or lacks some. It is ${aside} now, and was written again.`)
}

/** The last lines of an open log; undefined when damaged. Truncates an incomplete last line left by a power cut. */
async function readTail(keyring: Keyring, handle: FileHandle, former?: string) {
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
  const tail: Tail = { ids: new Map(), mac: undefined, lines: 0 }
  for (const each of texts) {
    const line = parseLine(each, former)
    if (!line || !isGenuine(keyring, line) || !chain.add(line)) return undefined
    const isPosition = line.kind === POSITION
    const ids = isPosition ? Object.entries(line.values) : [[line.kind, line.values.id] as const]
    for (const [kind, id] of ids) note(tail.ids, kind, String(id))
    tail.lines = isPosition ? 0 : tail.lines + 1
    tail.mac = line.mac
  }
  return tail
}
