import type { CompiledQuery } from 'kysely'
import { assertOutsideTransaction, type Db } from './database.ts'

type Value = string | number | readonly (string | number)[]
type Built<Row> = { compile(): CompiledQuery<Row>; execute(): Promise<Row[]> }
/** Stands for the parameter at this place, or in the list at this place, while a query is compiled. */
class Place {
  readonly at: number
  readonly index: number | undefined
  constructor(at: number, index?: number) {
    this.at = at
    this.index = index
  }

  in(values: readonly Value[]): unknown {
    const value = values[this.at]
    return Array.isArray(value) ? value[this.index ?? 0] : value
  }
}

/** Above the lengths of lists on most pages; bounds the memory for longer ones. */
const MAX_KEPT = 100

/**
 * A read whose text depends only on the lengths of its lists: building and compiling it costs as much as running it, so
 * outside of transactions, where it locks no rows, it is compiled once for each database. `build` uses its parameters
 * as values only. A condition that may be absent has a list of none or one.
 */
export function compiledQuery<Values extends readonly Value[], Row>(
  build: (db: Db, ...values: Values) => Built<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const kept = new WeakMap<Db, Map<string, CompiledQuery<Row>>>()

  function compiledFor(db: Db, values: Values) {
    const ofDb = kept.get(db) ?? new Map<string, CompiledQuery<Row>>()
    kept.set(db, ofDb)
    const lengths = values.map((value) => (typeof value === 'object' ? value.length : '')).join()
    const known = ofDb.get(lengths)
    if (known) return known
    const places = values.map((value, at) =>
      typeof value === 'object' ? value.map((_, index) => new Place(at, index)) : new Place(at),
    )
    const compiled = build(db, ...(places as unknown as Values)).compile()
    if (ofDb.size >= MAX_KEPT) ofDb.clear()
    ofDb.set(lengths, compiled)
    return compiled
  }

  return async (db, ...values) => {
    if (db.isTransaction) return build(db, ...values).execute()
    assertOutsideTransaction()
    const compiled = compiledFor(db, values)
    const parameters = compiled.parameters.map((each) => (each instanceof Place ? each.in(values) : each))
    const { rows } = await db.getExecutor().executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
