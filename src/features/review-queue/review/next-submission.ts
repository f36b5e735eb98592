import { isOpen, type SubmissionStatus } from '#shared/submission.ts'

type Row = { id: string; status: SubmissionStatus }

const waits = ({ status }: Row) => isOpen(status)
const isDecidable = ({ status }: Row) => status !== 'registered'

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
 * The next open submission below `id` that no colleague is viewing: on this page, else on the `following` one, else the
 * first such one of this page. If neither page has open submissions, e.g. in the list of rejected ones, the next row.
 */
export function nextSubmission<R extends Row>(
  rows: readonly R[],
  id: string,
  isTaken: (id: string) => boolean,
  following: readonly R[] = [],
): R | undefined {
  const isOther = (row: R) => row.id !== id && isDecidable(row)
  const at = rows.findIndex((row) => row.id === id)
  const [page, below] = [rows.filter(isOther), rows.slice(at + 1).filter(isOther)]
  const after = following.filter(isOther)
  if (![...page, ...after].some(waits)) return below[0] ?? after[0]
  const isFree = (row: R) => waits(row) && !isTaken(row.id)
  return below.find(isFree) ?? after.find(isFree) ?? page.find(isFree)
}
