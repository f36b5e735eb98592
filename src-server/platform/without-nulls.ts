type Filled<Fields> = { [Each in keyof Fields]?: NonNullable<Fields[Each]> }

/** The fields that have a value. */
export function withoutNulls<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Filled<Fields>
}

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name
type Viewed<Row, Name extends keyof Row & string> = { [Each in Name as Camel<Each>]: Row[Each] }

/** These columns of a row under the names that views have: `made_at` is `madeAt`. */
export function fieldsOf<Row, Name extends keyof Row & string>(row: Row, ...columns: Name[]) {
  const nameOf = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(columns.map((column) => [nameOf(column), row[column]])) as Viewed<Row, Name>
}

/** A person by id and name, if there is one. */
export const personOf = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
