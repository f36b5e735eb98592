import { formatDollars } from './money.ts'

/** The fields of inputs that say what was asked; others, such as versions, say nothing to a person. */
const names: Readonly<Record<string, string>> = {
  decision: 'Decision',
  kind: 'Kind',
  code: 'Cause',
  cause: 'Cause',
  fee: 'Fee',
  amount: 'Amount',
  faceValue: 'Face value',
  buyer: 'Buyer',
  place: 'Place',
  on: 'Day',
  reference: 'Reference',
  reason: 'Reason',
  note: 'Why',
  lines: 'Lines of the statement',
  items: 'Cards',
  csv: 'Lines of the file',
}

/** An input in words, in the order of `names`. */
export function wordsOf(input: unknown): { name: string; value: string }[] {
  const fields = new Map<string, unknown>(Object.entries(Object(input)))
  return Object.entries(names).flatMap(([field, name]) => {
    const value = textOf(field, fields.get(field))
    return value ? [{ name, value }] : []
  })
}

function textOf(field: string, value: unknown): string | undefined {
  if (typeof value === 'number') return formatDollars(value)
  if (Array.isArray(value)) return String(value.length)
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name)
  if (typeof value !== 'string') return undefined
  if (field === 'csv') return String(value.trim().split('\n').length - 1)
  // A code such as 'written-off' is one word.
  return /^[a-z]+(-[a-z]+)*$/.test(value) ? value.replaceAll('-', ' ') : value
}
