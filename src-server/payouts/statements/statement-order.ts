import { createHash } from 'node:crypto'
import type { ReadLine } from './read-statement.ts'

export type KeyedLine = ReadLine & { key: string }

/**
 * The lines with their keys, oldest first: banks list them in either order. Without a reference the text of a line is
 * part of its key. Equal lines of a file differ by their number, counted from the oldest. `startCents` is the
 * last balance that is known.
 */
export function keyedLines(lines: readonly ReadLine[], startCents: number): KeyedLine[] {
  const seen = new Map<string, number>()
  return oldestFirst(lines, startCents).map((line) => {
    const { bookedOn, amountCents, feeCents, reference, description } = line
    const what = JSON.stringify([bookedOn, amountCents, feeCents, (reference || description).toLowerCase()])
    const count = (seen.get(what) ?? 0) + 1
    seen.set(what, count)
    return { ...line, key: createHash('sha256').update(`${what} ${count}`).digest('base64url').slice(0, 22) }
  })
}

function oldestFirst(lines: readonly ReadLine[], startCents: number): readonly ReadLine[] {
  const [first, last] = [lines[0]?.bookedOn ?? '', lines.at(-1)?.bookedOn ?? '']
  const isNewestFirst =
    first === last ? chained(lines, startCents) < chained(lines.toReversed(), startCents) : first > last
  const ordered = isNewestFirst ? lines.toReversed() : lines
  return ordered.toSorted((one, other) => (one.bookedOn < other.bookedOn ? -1 : one.bookedOn > other.bookedOn ? 1 : 0))
}

/** The number of lines whose balance follows from the line before. */
function chained(lines: readonly ReadLine[], startCents: number): number {
  return lines.filter(({ amountCents, feeCents, balanceCents }, at) => {
    const before = at === 0 ? startCents : lines[at - 1]?.balanceCents
    return before != null && balanceCents !== null && before + amountCents + feeCents === balanceCents
  }).length
}
