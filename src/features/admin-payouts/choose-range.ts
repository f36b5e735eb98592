/** The ids from one row to another, both included, in either direction; the second alone without the first. */
export function between(rows: readonly { id: string }[], from: string | undefined, to: string): readonly string[] {
  const ids = rows.map(({ id }) => id)
  const [start, end] = [ids.indexOf(from ?? to), ids.indexOf(to)]
  return start === -1 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** What is chosen after `id` was pressed: `ids` are chosen or not, as `id` is then. */
export function chosenWith(chosen: ReadonlySet<string>, id: string, ids: readonly string[]): ReadonlySet<string> {
  return chosen.has(id) ? new Set([...chosen].filter((each) => !ids.includes(each))) : new Set([...chosen, ...ids])
}
