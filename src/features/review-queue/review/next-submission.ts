import { isOpen, type SubmissionStatus } from '#shared/submission.ts'

type Row = { id: string; status: SubmissionStatus }

const waits = ({ status }: Row) => isOpen(status)

/** The row after (1) or before (-1) `id`; the first row if `id` is not listed; undefined beyond an end. */
export function neighbour<R extends Row>(rows: readonly R[], id: string | undefined, step: 1 | -1): R | undefined {
  const at = rows.findIndex((row) => row.id === id)
  return at === -1 ? rows[0] : rows[at + step]
}

/** The first open submission that no colleague is viewing, else the first open one. */
export function firstSubmission<R extends Row>(rows: readonly R[], isTaken: (id: string) => boolean): R | undefined {
  const waiting = rows.filter(waits)
  return waiting.find(({ id }) => !isTaken(id)) ?? waiting[0]
}

/**
 * The next open submission below `id` that no colleague is viewing, else the first such one of the page. If the page
 * has no open submissions, e.g. in the list of rejected ones, the next row.
 */
export function nextSubmission<R extends Row>(
  rows: readonly R[],
  id: string,
  isTaken: (id: string) => boolean,
): R | undefined {
  const others = rows.filter((row) => row.id !== id && row.status !== 'registered')
  const at = rows.findIndex((row) => row.id === id)
  const below = rows.slice(at + 1)
  if (!others.some(waits)) return others.find((row) => below.includes(row))
  const free = others.filter((row) => waits(row) && !isTaken(row.id))
  return free.find((row) => below.includes(row)) ?? free[0]
}
