/** PostgreSQL and SQLite limit the parameters of a statement. */
const AT_ONCE = 400

/** What `read` returns for all of these, some at a time. */
export async function inBatches<Item, Row>(
  all: readonly Item[],
  read: (some: readonly Item[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let at = 0; at < all.length; at += AT_ONCE) found.push(...(await read(all.slice(at, at + AT_ONCE))))
  return found
}
