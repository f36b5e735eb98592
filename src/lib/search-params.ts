/** Reads one parameter of a URL; undefined for an invalid or a default value. */
export type Reader<Value> = (raw: unknown) => Value | undefined

/** Invalid and default parameters are undefined, not absent: the router keeps raw values of absent keys. */
export function searchParams<Values extends object>(readers: { [Name in keyof Values]-?: Reader<Values[Name]> }) {
  return (raw: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries<Reader<unknown>>(readers).map(([name, read]) => [name, read(raw[name])]),
    ) as Partial<Values>
}

/** A text of at most `maxLength` characters that is not blank. */
export function text(maxLength: number): Reader<string> {
  return (raw) => {
    // The router parses '?search=123' as a number.
    const plain = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : ''
    return plain.trim() === '' ? undefined : plain.slice(0, maxLength)
  }
}

/** One of some values; `byDefault` is left out of the URL. */
export function oneOf<Value>(values: readonly Value[], byDefault?: Value): Reader<Value> {
  return (raw) => {
    const found = values.find((each) => each === raw)
    return found === byDefault ? undefined : found
  }
}

/** A whole number from `least` on. */
export function wholeNumber(least: number): Reader<number> {
  return (raw) => {
    const number = typeof raw === 'number' || typeof raw === 'string' ? Number(raw) : Number.NaN
    return Number.isSafeInteger(number) && number >= least ? number : undefined
  }
}

/** The page of a list; the first one is the default. */
export const pageNumber = wholeNumber(2)

export function isAnyGiven(search: object) {
  return Object.values(search).some((value) => value !== undefined)
}
