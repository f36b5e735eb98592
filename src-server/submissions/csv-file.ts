import { nextTurn } from '../platform/clock.ts'
import { BYTE_ORDER_MARK, type CsvCell, centsCell, csvLine } from './csv-line.ts'

/** The fields of a row that are written as they are; those with cents with two decimals. */
type Field<Row> = { [Name in keyof Row]-?: Row[Name] extends CsvCell ? Name : never }[keyof Row] & string
type CellOf<Row> = Field<Row> | ((row: Row) => CsvCell)
/** The cell of a row by the name of its column, in their order. */
export type CsvColumns<Row> = Readonly<Record<string, CellOf<Row>>>

export const BATCH = 500

/** Yields the header, then the lines of each batch, which is read once the last one was sent. */
export async function* csvOf<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns))
  const cells = Object.values(columns)
  for await (const rows of batches) {
    if (rows.length > 0) yield rows.map((row) => csvLine(cells.map((cell) => cellIn(row, cell)))).join('')
    await nextTurn()
  }
}

function cellIn<Row>(row: Row, cell: CellOf<Row>): CsvCell {
  if (typeof cell === 'function') return cell(row)
  const value = row[cell] as CsvCell
  return cell.endsWith('_cents') ? centsCell(value as number | null | undefined) : value
}

/** `read` returns at most `limit` rows behind the given one. */
export async function* batchesOf<Row>(
  read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: Row | undefined
  do {
    const rows = await read(after, BATCH)
    yield rows
    after = rows.length === BATCH ? rows.at(-1) : undefined
  } while (after !== undefined)
}

export async function* batchesByIds<Row>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield read(ids.slice(start, start + BATCH))
}
