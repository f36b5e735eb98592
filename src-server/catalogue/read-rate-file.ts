import type { RateBand } from '#shared/brand.ts'
import { brandCategories, brandStates } from '#shared/brands.ts'
import type { BrandTerms } from '#shared/catalogue-schema.ts'
import { MAX_COLUMNS, type Read, readCsvTable, type TableLine } from '../platform/read-csv-table.ts'

/** In the order of the export. A line is a band of a brand. */
const rateColumns = ['slug', 'name', 'category', 'state', 'from', 'to', 'rate', 'min', 'max'] as const
export type RateColumn = (typeof rateColumns)[number]

/** A band of a brand. `terms` has what the line says of the brand as a whole; the brand keeps the others. */
export type RateLine = { line: number; band: RateBand; terms: Partial<BrandTerms> }
/** Lines with a fault are missing. */
type BrandLines = { slug: string; lines: RateLine[]; hasFault: boolean }

/** By brand, in the order of the file. */
export async function readRateFile(csv: string, slugs: ReadonlySet<string>) {
  const { lines, faults } = await readCsvTable(csv, {
    columns: rateColumns,
    required: ['slug', 'from', 'to', 'rate'],
    mostUnknown: MAX_COLUMNS,
    cellMaxLength: 200,
    numbers: { right: '92.5', wrong: '92,5' },
    wrongCount: (count) => (count === 0 ? 'The file has no rates.' : undefined),
  })
  // The first rate that has a form decides.
  const fitting = lines.filter(({ faults }) => faults.length === 0)
  const form = fitting.map((line) => rateFormOf(line.cellOf('rate'))).find((each) => each !== undefined) ?? 'percent'
  const brands = new Map<string, BrandLines>()
  for (const line of lines) {
    const slug = line.cellOf('slug')
    const read = line.faults.length === 0 ? readLine(line, form, slugs) : undefined
    const brand = brands.get(slug) ?? { slug, lines: [], hasFault: false }
    brands.set(slug, brand)
    if (read && line.faults.length === 0) brand.lines.push(read)
    else brand.hasFault = true
  }
  return { brands: [...brands.values()], faults: [...faults, ...lines.flatMap((line) => line.faults)] }
}

/** Counts only if the line has no faults then. */
function readLine(line: TableLine<RateColumn>, form: RateForm, slugs: ReadonlySet<string>): RateLine {
  const slug = line.cellOf('slug')
  if (!slugs.has(slug)) line.fail('slug', slug === '' ? 'The slug is empty.' : `There is no brand '${slug}'.`)
  for (const column of ['from', 'to', 'rate'] as const)
    if (line.cellOf(column) === '') line.fail(column, `The ${column} is empty.`)
  const fromCents = line.centsOf('from') ?? 0
  const toCents = line.centsOf('to') ?? 0
  const rateBps = line.readCell('rate', (cell) => readRate(cell, form)) ?? 0
  const terms = {
    name: line.cellOf('name') || undefined,
    category: line.oneOf('category', brandCategories),
    state: line.oneOf('state', brandStates),
    minCents: line.centsOf('min'),
    maxCents: line.centsOf('max'),
  }
  if (fromCents > 0 && toCents > 0 && toCents < fromCents)
    line.fail('to', `The band ends at ${line.cellOf('to')}, before it begins at ${line.cellOf('from')}.`)
  const said = Object.entries(terms).filter(([, value]) => value !== undefined)
  return { line: line.line, band: { fromCents, toCents, rateBps }, terms: Object.fromEntries(said) }
}

/** '92%', '92' or '0.92' */
type RateForm = 'percent sign' | 'percent' | 'fraction'

/** Undefined for '1', which can be a percentage or a fraction, and for what is not a rate. */
function rateFormOf(cell: string): RateForm | undefined {
  if (/^\d+(\.\d+)?\s?%$/.test(cell)) return 'percent sign'
  if (!isDecimal(cell) || Number(cell) === 1) return undefined
  return Number(cell) < 1 ? 'fraction' : 'percent'
}

const isDecimal = (cell: string) => /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(cell)

/** Basis points. `form` is that of the column, which the cell has to have too. */
function readRate(cell: string, form: RateForm): Read<number> {
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
