import { needsDecision } from '#shared/queue.ts'
import type { Submission } from '#shared/submission-schema.ts'

type Row = Pick<Submission, 'id' | 'status'> & { payout?: Pick<NonNullable<Submission['payout']>, 'state'> | undefined }

const isDecidable = ({ status }: Row) => status !== 'registered'

/** The row after (1) or before (-1) `id`; the first row if `id` is not listed; undefined beyond an end. */
export function neighbour<R extends Row>(rows: readonly R[], id: string | undefined, step: 1 | -1) {
  const at = rows.findIndex((row) => row.id === id)
  return at === -1 ? rows[0] : rows[at + step]
}

/** That no colleague is viewing, else the first that needs a decision. */
export function firstSubmission<R extends Row>(rows: readonly R[], isTaken: (id: string) => boolean) {
  const waiting = rows.filter(needsDecision)
  return waiting.find(({ id }) => !isTaken(id)) ?? waiting[0]
}

/**
 * The next submission below `id` that needs a decision and that no colleague is viewing: on this page, else on the
 * `following` one, else the first of this page. If neither page has any, the next row.
 */
export function nextSubmission<R extends Row>(
  rows: readonly R[],
  id: string,
  isTaken: (id: string) => boolean,
  following: readonly R[] = [],
) {
  const isOther = (row: R) => row.id !== id && isDecidable(row)
  const at = rows.findIndex((row) => row.id === id)
  const [page, below] = [rows.filter(isOther), rows.slice(at + 1).filter(isOther)]
  const after = following.filter(isOther)
  if (![...page, ...after].some(needsDecision)) return below[0] ?? after[0]
  const isFree = (row: R) => needsDecision(row) && !isTaken(row.id)
  return below.find(isFree) ?? after.find(isFree) ?? page.find(isFree)
}
