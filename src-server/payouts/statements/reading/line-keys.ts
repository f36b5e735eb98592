import { createHash } from 'node:crypto'
import { nextTurn } from '../../../platform/clock.ts'
import type { ReadLine } from './read-file.ts'

/** `formerKey` is what lines have that were stored before keys were folded. */
export type KeyedLine = ReadLine & { key: string; formerKey: string }

const LINES_PER_TURN = 250

/**
 * The lines with their keys, oldest first: banks list them in either order. Without a reference the text of a line is
 * part of its key, without white space and punctuation. Equal lines of a file differ by their number, counted from the
 * oldest. `startCents` is the last balance that is known.
 */
export async function keyedLines(lines: readonly ReadLine[], startCents: number): Promise<KeyedLine[]> {
  const keyed: KeyedLine[] = []
  const [seen, seenFormerly] = [new Map<string, number>(), new Map<string, number>()]
  const keyOf = (line: ReadLine, text: string, counts: Map<string, number>) => {
    const what = JSON.stringify([line.bookedOn, line.amountCents, line.feeCents, text])
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    return createHash('sha256').update(`${what} ${count}`).digest('base64url').slice(0, 22)
  }
  for (const [at, line] of oldestFirst(lines, startCents).entries()) {
    if (at % LINES_PER_TURN === 0) await nextTurn()
    const text = (line.reference || line.description).toLowerCase()
    const key = keyOf(line, text.replace(/[^\p{L}\p{N}]+/gu, ''), seen)
    keyed.push({ ...line, key, formerKey: keyOf(line, text, seenFormerly) })
  }
  return keyed
}

function oldestFirst(lines: readonly ReadLine[], startCents: number): readonly ReadLine[] {
  const [first, last] = [lines[0]?.bookedOn ?? '', lines.at(-1)?.bookedOn ?? '']
  const isNewestFirst =
    first === last ? chained(lines, startCents) < chained(lines.toReversed(), startCents) : first > last
  const ordered = isNewestFirst ? lines.toReversed() : lines
  return ordered.toSorted((one, other) => (one.bookedOn < other.bookedOn ? -1 : one.bookedOn > other.bookedOn ? 1 : 0))
}

/** The number of lines whose balance follows from the line before. */
function chained(lines: readonly ReadLine[], startCents: number) {
  return lines.filter(({ amountCents, feeCents, balanceCents }, at) => {
    const before = at === 0 ? startCents : lines[at - 1]?.balanceCents
    return before != null && balanceCents !== null && before + amountCents + feeCents === balanceCents
  }).length
}
