type Filled<Fields> = { [Each in keyof Fields]?: NonNullable<Fields[Each]> }

/** The fields that have a value. */
export function withoutNulls<Fields extends object>(fields: Fields): Filled<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Filled<Fields>
}

/** A person by id and name, if there is one. */
export const personOf = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
