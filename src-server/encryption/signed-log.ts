import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Keyring } from './keys.ts'

type Values = Readonly<Record<string, string | number>>

/** A file of JSON lines that the site appends to, each with a MAC under a data key. */
export type SignedLog<Entry extends Values> = {
  /** Part of each MAC, so that a line of one log is none of another. */
  kind: string
  /** All fields of an entry, in the order in which the MAC covers them. */
  fields: readonly (keyof Entry & string)[]
}

/** A line that the site did not write, or whose data key is missing. */
export class DamagedLine extends Error {
  constructor(file: string, number: number) {
    super(`Line ${number} of ${file} is not what the site wrote, or its data key is missing.`)
  }
}

const TAIL_BYTES = 1024 * 1024

/** An entry as a line of the log, with its MAC. */
export function lineOf<Entry extends Values>(keyring: Keyring, log: SignedLog<Entry>, entry: Entry): string {
  const values = Object.fromEntries(log.fields.map((field) => [field, entry[field]]))
  const key = keyring.activeId
  return `${JSON.stringify({ ...values, key, mac: macOf(keyring, key, log, entry).toString('base64url') })}\n`
}

/** Reads the entries of a log, oldest first. @throws DamagedLine when a line fails authentication */
export async function* readEntries<Entry extends Values>(
  keyring: Keyring,
  log: SignedLog<Entry>,
  file: string,
): AsyncGenerator<Entry> {
  let number = 0
  let torn = false
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    // A power cut may have truncated the last line, which nothing depended on yet.
    if (torn) throw new DamagedLine(file, number - 1)
    const line = parsed(log, text)
    if (!line) {
      torn = true
      continue
    }
    if (!isGenuine(keyring, log, line)) throw new DamagedLine(file, number)
    const { key: _, mac: __, ...entry } = line
    yield entry as unknown as Entry
  }
}

/** Reads the last entries of an open log. Truncates an incomplete last line left by a power cut. */
export async function readTail<Entry extends Values>(log: SignedLog<Entry>, handle: FileHandle): Promise<Entry[]> {
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
    .flatMap((line) => parsed(log, line) ?? [])
}

type Line<Entry> = Entry & { key: string; mac: string }

function parsed<Entry extends Values>({ fields }: SignedLog<Entry>, text: string): Line<Entry> | undefined {
  try {
    const line = JSON.parse(text)
    const isLine =
      typeof line.key === 'string' &&
      typeof line.mac === 'string' &&
      fields.every((field) => typeof line[field] === 'string' || typeof line[field] === 'number')
    return isLine ? line : undefined
  } catch {
    return undefined
  }
}

function isGenuine<Entry extends Values>(keyring: Keyring, log: SignedLog<Entry>, line: Line<Entry>): boolean {
  if (!keyring.ids.includes(line.key)) return false
  const given = Buffer.from(line.mac, 'base64url')
  const expected = macOf(keyring, line.key, log, line)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function macOf<Entry extends Values>(keyring: Keyring, key: string, { kind, fields }: SignedLog<Entry>, entry: Entry) {
  const text = JSON.stringify([kind, ...fields.map((field) => entry[field])])
  return createHmac('sha256', keyring.key(key, 'backup')).update(text).digest()
}
