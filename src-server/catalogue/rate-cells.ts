import { cleanText } from '#shared/clean-text.ts'

export type Read<Value> = { value: Value } | { fault: string }

/** Without the apostrophe that an export puts before a text that a spreadsheet would run or change. */
export function textOf(cell: string): string {
  return cleanText.line(cell).replace(/^'(?=\s*[=+\-@＝＋－＠\p{Nd}])/u, '')
}

/** '50', '50.00' or '$50' in cents. */
export function readDollars(cell: string): Read<number> {
  const [, dollars, fraction = ''] = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(cell) ?? []
  if (dollars !== undefined) return { value: Number(dollars) * 100 + Number(fraction.padEnd(2, '0')) }
  if (cell.includes(','))
    return { fault: `Write the amount with a point and without commas, like 1000.50, not '${cell}'.` }
  return { fault: `'${cell}' is not an amount in dollars, like 50 or 99.99.` }
}

/** '92%', '92' or '0.92' */
export type RateForm = 'percent sign' | 'percent' | 'fraction'

/** Undefined for '1', which can be a percentage or a fraction, and for what is not a rate. */
export function rateFormOf(cell: string): RateForm | undefined {
  if (/^\d+(\.\d+)?\s?%$/.test(cell)) return 'percent sign'
  if (!isDecimal(cell) || Number(cell) === 1) return undefined
  return Number(cell) < 1 ? 'fraction' : 'percent'
}

const isDecimal = (cell: string) => /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(cell)

/** Basis points. `form` is that of the column, which the cell has to have too. */
export function readRate(cell: string, form: RateForm): Read<number> {
  if (cell.includes(',')) return { fault: `Write the rate with a point, like 92.5, not '${cell}'.` }
  const own = rateFormOf(cell)
  const isOne = own === undefined && isDecimal(cell)
  if (own === undefined && !isOne) return { fault: `'${cell}' is not a rate, like 92, 92% or 0.92.` }
  const isMixed = isOne ? form === 'percent sign' : own !== form
  if (isMixed) return { fault: `'${cell}' is written in another form than the first rate of the file. Use one form.` }
  const [whole = '', fraction = ''] = cell.replace(/\s?%$/, '').split('.')
  const digits = form === 'fraction' ? 4 : 2
  if (/[1-9]/.test(fraction.slice(digits)))
    return { fault: `'${cell}' is too precise: a rate has at most two digits after the point of its percentage.` }
  const bps = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  if (bps < 100 || bps > 10_000) return { fault: `A rate is 1% to 100%, not ${bps / 100}%.` }
  return { value: bps }
}
