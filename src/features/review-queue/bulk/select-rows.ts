/** Chosen orders with the version they had as they were chosen: whoever has changed one since is not overruled. */
export type Selection = ReadonlyMap<string, number>
type Row = { id: string; version: number }

export const nothing: Selection = new Map()

/** Chooses this row, or gives it up. */
export function toggleRow(selection: Selection, { id, version }: Row): Selection {
  const next = new Map(selection)
  if (!next.delete(id)) next.set(id, version)
  return next
}

/** Chooses every row from the one that was pressed last to this one, besides what is chosen already. */
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

/** What is still on the page; one cannot decide on what one does not see. */
export function stillListed(selection: Selection, rows: readonly Row[]): Selection {
  return new Map([...selection].filter(([chosen]) => rows.some(({ id }) => id === chosen)))
}
