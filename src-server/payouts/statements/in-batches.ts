import { nextTurn } from '../../platform/clock.ts'

/** PostgreSQL and SQLite limit the parameters of a statement. */
const AT_ONCE = 400
/** So few that SQLite answers within milliseconds. */
const IN_A_TURN = 100
const PAGE = 200

/** Nothing for what only writes. */
type Read<Item, Row> = (some: readonly Item[]) => Promise<readonly Row[] | undefined>

/** What `read` returns for all of these, some at a time. */
export async function inBatches<Item, Row>(all: readonly Item[], read: Read<Item, Row>) {
  const found: Row[] = []
  for (let at = 0; at < all.length; at += AT_ONCE) found.push(...((await read(all.slice(at, at + AT_ONCE))) ?? []))
  return found
}

/** Does the same outside of a transaction: other calls have a turn after each batch. */
export async function inTurns<Item, Row>(all: readonly Item[], read: Read<Item, Row>, atOnce = IN_A_TURN) {
  const found: Row[] = []
  for (let at = 0; at < all.length; at += atOnce, await nextTurn())
    found.push(...((await read(all.slice(at, at + atOnce))) ?? []))
  return found
}

/** All rows of a query that returns those after an id, by their ids. Other calls have a turn after each page. */
export async function inPages<Row extends { id: string }>(read: (after: string, limit: number) => Promise<Row[]>) {
  const all: Row[] = []
  for (let after: string | undefined = ''; after !== undefined; await nextTurn()) {
    const page: Row[] = await read(after, PAGE)
    all.push(...page)
    after = page.length < PAGE ? undefined : page.at(-1)?.id
  }
  return all
}
