import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Db } from '../db/database.ts'
import type { Keyring } from '../encryption/keys.ts'

/** Each line has a MAC over the mark of an earlier one: a missing line is noticed, except the last ones. */
export const RECOVERY_LOG = 'since-backup.jsonl'

export type Values = Readonly<Record<string, string | number>>

/** A kind of entries, which the database numbers in the order of their commits. */
export type LoggedKind<Entry extends Values & { id: string } = Values & { id: string }> = {
  kind: string
  /** The log of this kind alone that earlier versions wrote. Its lines do not name their kind. */
  former?: string
  numbered: readonly ['payout_attempts', 'state_id'] | readonly ['audit_log' | 'dispositions' | 'purges', 'id']
  listAfter(db: Db, sequence: number, limit: number): Promise<readonly { sequence: number; entry: Entry }[]>
}

/** A line that the site did not write, or whose data key is missing, or before which lines are missing. */
export class DamagedLine extends Error {
  constructor(file: string, number: number) {
    super(
      `Line ${number} of ${file} is not what the site wrote, its data key is missing, or lines before it are missing.`,
    )
  }
}

/** A line of a log. `values` are those of its entry, in the order in which the MAC covers them. */
type Line = { kind: string; values: Values; after: string; key: string; mac: string }

function macOf(keyring: Keyring, { kind, values, after, key }: Omit<Line, 'mac'>) {
  const text = JSON.stringify([kind, ...Object.values(values), after])
  return createHmac('sha256', keyring.key(key, 'backup')).update(text).digest()
}

/** The line, without its end, after the one with the MAC `last`. */
export function makeLine(keyring: Keyring, kind: string, values: Values, last: string | undefined) {
  const [after, key] = [markOf(last), keyring.activeId]
  const mac = macOf(keyring, { kind, values, after, key }).toString('base64url')
  return { text: JSON.stringify({ log: kind, ...values, after, key, mac }), mac }
}

/** Undefined for a text that is no line. `former` is the kind of lines that do not name theirs. */
export function parseLine(text: string, former?: string): Line | undefined {
  try {
    const { log: kind = former, after, key, mac, ...values } = JSON.parse(text)
    const isLine =
      [kind, after, key, mac].every((value) => typeof value === 'string') &&
      Object.values(values).every((value) => typeof value === 'string' || typeof value === 'number')
    return isLine ? { kind, values, after, key, mac } : undefined
  } catch {
    return undefined
  }
}

export function isGenuine(keyring: Keyring, line: Line) {
  if (!keyring.ids.includes(line.key)) return false
  const given = Buffer.from(line.mac, 'base64url')
  const expected = macOf(keyring, line)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Oldest first, those of the former log before. @throws DamagedLine when a line is damaged, or some are missing */
export async function* readEntries<Entry extends Values & { id: string }>(
  keyring: Keyring,
  { kind, former }: LoggedKind<Entry>,
  folder: string,
): AsyncGenerator<Entry> {
  for (const name of former ? [former, RECOVERY_LOG] : [RECOVERY_LOG]) {
    const file = path.join(folder, name)
    if (!existsSync(file)) continue
    for await (const line of readLines(keyring, file, name === former ? kind : undefined)) {
      // Former logs have numbers of the database that wrote them.
      const { sequence: _, ...entry } = line.values
      if (line.kind === kind) yield entry as Entry
    }
  }
}

async function* readLines(keyring: Keyring, file: string, former: string | undefined): AsyncGenerator<Line> {
  let number = 0
  let torn = false
  const chain = createChain({ isWhole: true })
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    // A power cut may have truncated the last line, which nothing depended on yet.
    if (torn) throw new DamagedLine(file, number - 1)
    const line = parseLine(text, former)
    if (!line) {
      torn = true
      continue
    }
    if (!isGenuine(keyring, line) || !chain.add(line)) throw new DamagedLine(file, number)
    yield line
  }
}

/** Enough that no other line has the same one. */
const MARK_LENGTH = 16
/** Processes that append at the same time continue from the same line, so a line names one of the lines before it. */
const REMEMBERED = 20_000
/** Lines at the start of a part of a log may continue from lines before it, or from none if the log was empty. */
const FIRST_LINES = 100

/** What the next line of a log names its predecessor by; '' without one. */
function markOf(mac: string | undefined) {
  return mac?.slice(0, MARK_LENGTH) ?? ''
}

/** Notices missing lines: each names an earlier one by its MAC. `isWhole`: the lines are not only the last ones. */
export function createChain({ isWhole }: { isWhole: boolean }) {
  const marks = new Set<string>()
  let count = 0
  return {
    /** Adds the next line. Returns false when the line that it names is missing. */
    add({ mac, after }: { mac: string; after: string }) {
      const isFirst = count++ < FIRST_LINES
      const isFound = marks.has(after) || (isFirst && (!isWhole || after === ''))
      marks.add(markOf(mac))
      const [oldest] = marks.size > REMEMBERED ? marks : []
      if (oldest !== undefined) marks.delete(oldest)
      return isFound
    },
  }
}
