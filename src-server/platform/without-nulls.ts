import { dollarsFromCents } from '#shared/money.ts'

type Filled<Fields> = { [Each in keyof Fields]?: NonNullable<Fields[Each]> }

export function withoutNulls<Fields extends object>(fields: Fields) {
  const filled: Partial<Fields> = {}
  for (const name in fields) if (fields[name] != null) filled[name] = fields[name]
  return filled as Filled<Fields>
}

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name
type Field<Row> = (keyof Row & string) | `${keyof Row & string} as ${string}`
type NameOf<Of extends string> = Of extends `${string} as ${infer Name}` ? Name : Camel<Of>
type Viewed<Row, Of extends string> = {
  [Each in Of as NameOf<Each>]: Row[(Each extends `${infer Name} as ${string}` ? Name : Each) & keyof Row]
}

/** The column and the name of each field that was read; the code has a fixed number of them. */
const known = new Map<string, readonly [column: string, name: string]>()

function partsOf(field: string) {
  const [column = '', name = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] = field.split(' as ')
  known.set(field, [column, name])
  return [column, name] as const
}

/** These columns of a row under the names that views have: `made_at` is `madeAt`, `kind as problem` is `problem`. */
export function fieldsOf<Row, Of extends Field<Row>>(row: Row, ...fields: Of[]) {
  const view: Record<string, unknown> = {}
  for (const field of fields) {
    const [column, name] = known.get(field) ?? partsOf(field)
    view[name] = row[column as keyof Row]
  }
  return view as Viewed<Row, Of>
}

/** What has an amount in cents. */
type Amounts<Row> = { [Name in keyof Row as Row[Name] extends number | null ? Name : never]: Row[Name] }
type Dollars<Cents> = {
  [Name in keyof Cents as Name extends `${infer Start}Cents` ? Start : Name]: Cents[Name]
}

/** Amounts of a row, from cents to dollars: `fee_cents` is `fee`, `face_cents as faceValue` is `faceValue`. */
export function moneyOf<Row, Of extends Field<Amounts<Row>>>(row: Row, ...fields: Of[]) {
  const view: Record<string, number | null> = fieldsOf(row as Record<string, number | null>, ...fields)
  const dollars: typeof view = {}
  for (const name in view)
    dollars[name.replace(/Cents$/, '')] = view[name] == null ? null : dollarsFromCents(view[name])
  return dollars as Dollars<Viewed<Amounts<Row>, Of>>
}

export const personOf = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
