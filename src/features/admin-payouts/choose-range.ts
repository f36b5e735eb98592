/** Both included, in either direction; `to` alone without `from`. */
export function between(rows: readonly { id: string }[], from: string | undefined, to: string): readonly string[] {
  const ids = rows.map(({ id }) => id)
  const [start, end] = [ids.indexOf(from ?? to), ids.indexOf(to)]
  return start === -1 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** `ids` are chosen or not, as `id` is after it was pressed. */
export function chosenWith(chosen: ReadonlySet<string>, id: string, ids: readonly string[]): ReadonlySet<string> {
  return chosen.has(id) ? new Set([...chosen].filter((each) => !ids.includes(each))) : new Set([...chosen, ...ids])
}
