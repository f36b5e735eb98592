import { needsDecision } from '#shared/queue.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { canApprove } from '../decision/draft.ts'
import type { RowWarnings } from '../review/use-review.ts'

/** Selected submissions with their version at that time, so that later changes cause a conflict. */
export type Selection = ReadonlyMap<string, number>
type Row = { id: string; version: number }

export const nothing: Selection = new Map()

export function toggleRow(selection: Selection, { id, version }: Row) {
  const next = new Map(selection)
  if (!next.delete(id)) next.set(id, version)
  return next
}

export function selectRange(selection: Selection, rows: readonly Row[], from: string | undefined, to: string) {
  const end = rows.findIndex(({ id }) => id === to)
  const start = rows.findIndex(({ id }) => id === from)
  const [low, high] = start === -1 ? [end, end] : [Math.min(start, end), Math.max(start, end)]
  const next = new Map(selection)
  for (const { id, version } of rows.slice(low, high + 1)) if (!next.has(id)) next.set(id, version)
  return next
}

/** Without rows that left the page: decisions apply only to visible rows. */
export function stillListed(selection: Selection, rows: readonly Row[]) {
  return new Map([...selection].filter(([chosen]) => rows.some(({ id }) => id === chosen)))
}

export type Selected = { submissionId: string; version: number }

/** The rows that need a decision. An approval leaves out those with warnings, which are `warned`. */
export function whatCanChange(selection: Selection, rows: readonly Submission[], { byId, areKnown }: RowWarnings) {
  const undecided = rows.filter((row) => selection.has(row.id) && needsDecision(row))
  const selected = (found: readonly Submission[]) =>
    found.map(({ id, version }) => ({ submissionId: id, version: selection.get(id) ?? version }))
  const payable = undecided.filter(canApprove)
  return {
    approve: areKnown ? selected(payable.filter(({ id }) => !byId.has(id))) : [],
    process: selected(undecided.filter(({ status }) => status === 'pending')),
    reject: selected(undecided),
    warned: payable.filter(({ id }) => byId.has(id)).length,
  }
}
