import { brandTermsProblems } from '#shared/brand-terms-problems.ts'
import type { BrandTerms, ImportedRates } from '#shared/catalogue-schema.ts'
import { sameTerms, sortBands } from '#shared/same-terms.ts'
import type { CallContext } from '../context.ts'
import { assertStillAllowed } from '../platform/db/database.ts'
import type { Fault } from '../platform/read-csv-table.ts'
import { type RateColumn, type RateLine, readRateFile } from './read-rate-file.ts'

/** Publishes nothing. The lines of a brand are all of its bands. A file with a fault has no changes. */
export async function importRates(ctx: CallContext, csv: string): Promise<ImportedRates> {
  const { catalogue } = ctx.app
  await catalogue.refresh()
  await assertStillAllowed(ctx)
  const { version: base, terms } = catalogue.current
  const current = new Map(terms.map((each) => [each.slug, each]))
  const { brands, faults } = await readRateFile(csv, new Set(current.keys()))
  const changes: BrandTerms[] = []
  for (const { slug, lines, hasFault } of brands) {
    const before = current.get(slug)
    if (!before || hasFault) continue
    const after = changedTerms(before, lines)
    const found = [...differingLines(lines), ...problemsOf(after, lines)]
    faults.push(...found)
    if (found.length === 0 && !sameTerms(before, after)) changes.push(after)
  }
  faults.sort((one, other) => one.line - other.line)
  return { base, changes: faults.length > 0 ? [] : changes, faults }
}

function changedTerms(before: BrandTerms, lines: readonly RateLine[]): BrandTerms {
  const after = { ...before, ...lines[0]?.terms, bands: sortBands(lines.map(({ band }) => band)) }
  // Words and end belong to the pause that the brand is in, and the file does not have them.
  return after.state === before.state ? after : { ...after, pauseMessage: null, resumeAt: null }
}

const columnOf = {
  name: 'name',
  category: 'category',
  state: 'state',
  minCents: 'min',
  maxCents: 'max',
  bands: 'from',
  rules: 'slug',
  pauseMessage: 'state',
  resumeAt: 'state',
} as const satisfies Partial<Record<keyof BrandTerms, RateColumn>>
const repeated = ['name', 'category', 'state', 'minCents', 'maxCents'] as const

function differingLines([first, ...others]: readonly RateLine[]): Fault[] {
  return others.flatMap(({ line, terms }) =>
    repeated
      .filter((field) => terms[field] !== first?.terms[field])
      .map((field) => ({
        ...{ line, column: columnOf[field] },
        message: `The ${columnOf[field]} differs from that of line ${first?.line}, which is of the same brand.`,
      })),
  )
}

/** Of a brand as a whole, such as a hole between its bands, at its first line. */
function problemsOf(terms: BrandTerms, [first]: readonly RateLine[]): Fault[] {
  return brandTermsProblems(terms).map(({ field, message }) => ({
    ...{ line: first?.line ?? 1, column: columnOf[field] },
    message,
  }))
}
