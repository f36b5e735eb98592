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
  at: 'Time',
  reference: 'Reference',
  reason: 'Reason',
  note: 'Why',
  rejects: 'Order',
  lines: 'Statement',
  items: 'Cards',
  offerPayoutIds: 'Set-off',
  evidenceIds: 'Pictures',
  csv: 'File',
}

/** An input in words, in the order of `names`. */
export function wordsOf(input: unknown): { name: string; value: string }[] {
  const fields = new Map(Object.entries(Object(input)))
  return Object.entries(names).flatMap(([field, name]) => {
    const value = textOf(field, fields.get(field))
    return value ? [{ name, value }] : []
  })
}

function textOf(field: string, value: unknown): string | undefined {
  if (typeof value === 'number') return formatDollars(value)
  if (field === 'rejects') return value ? 'is rejected' : undefined
  if (Array.isArray(value)) return value.length > 0 ? counted(field, value.length) : undefined
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name)
  if (typeof value !== 'string') return undefined
  if (field === 'csv') return counted(field, value.trim().split('\n').length - 1)
  // A code such as 'written-off' is one word.
  return /^[a-z]+(-[a-z]+)*$/.test(value) ? value.replaceAll('-', ' ') : value
}

function counted(field: string, count: number): string {
  const [one, many] = counts[field] ?? ['one', 'several']
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}

const counts: Readonly<Record<string, readonly [string, string]>> = {
  lines: ['line', 'lines'],
  items: ['card', 'cards'],
  offerPayoutIds: ['payout is offered', 'payouts are offered'],
  evidenceIds: ['picture', 'pictures'],
  csv: ['line', 'lines'],
}
