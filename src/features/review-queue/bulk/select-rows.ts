/** Selected submissions with their version at that time, so that later changes cause a conflict. */
export type Selection = ReadonlyMap<string, number>
type Row = { id: string; version: number }

export const nothing: Selection = new Map()

export function toggleRow(selection: Selection, { id, version }: Row): Selection {
  const next = new Map(selection)
  if (!next.delete(id)) next.set(id, version)
  return next
}

/** Adds every row between the last clicked one and this one to the selection. */
export function selectRange(
  selection: Selection,
  rows: readonly Row[],
  from: string | undefined,
  to: string,
): Selection {
  const end = rows.findIndex(({ id }) => id === to)
  const start = rows.findIndex(({ id }) => id === from)
  const [low, high] = start === -1 ? [end, end] : [Math.min(start, end), Math.max(start, end)]
  const next = new Map(selection)
  for (const { id, version } of rows.slice(low, high + 1)) if (!next.has(id)) next.set(id, version)
  return next
}

/** The selection without rows that left the page: decisions apply only to visible rows. */
export function stillListed(selection: Selection, rows: readonly Row[]): Selection {
  return new Map([...selection].filter(([chosen]) => rows.some(({ id }) => id === chosen)))
}
