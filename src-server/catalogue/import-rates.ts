import { type BrandTermsField, brandTermsProblems } from '#shared/brand-terms-problems.ts'
import type { ImportedRates, PublishedTerms } from '#shared/catalogue-schema.ts'
import type { CallContext } from '../context.ts'
import { assertStillAllowed } from '../platform/db/database.ts'
import type { RateColumn } from './rate-columns.ts'
import { type Fault, type RateLine, readRateFile } from './read-rate-file.ts'
import { sameTerms, sortBands } from './same-terms.ts'

/**
 * Compares a CSV file with the newest version; publishes nothing. The lines of a brand are all of its bands; a brand
 * without a line keeps its terms. A file with a fault has no changes.
 */
export async function importRates(ctx: CallContext, csv: string): Promise<ImportedRates> {
  const { catalogue } = ctx.app
  await catalogue.refresh()
  await assertStillAllowed(ctx)
  const { version: base, terms } = catalogue.current
  const current = new Map(terms.map((each) => [each.slug, each]))
  const { brands, faults } = await readRateFile(csv, new Set(current.keys()))
  const changes: PublishedTerms[] = []
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

/** The first line of a brand speaks for what all of them repeat. */
function changedTerms(before: PublishedTerms, lines: readonly RateLine[]): PublishedTerms {
  const [first] = lines
  const state = first?.state ?? before.state
  const bands = lines.map(({ fromCents, toCents, rateBps }) => ({ fromCents, toCents, rateBps }))
  return {
    ...before,
    name: first?.name ?? before.name,
    category: first?.category ?? before.category,
    state,
    // They belong to the pause that the brand is in, and the file does not have them.
    ...(state !== before.state && { pauseMessage: null, resumeAt: null }),
    minCents: first?.minCents ?? before.minCents,
    maxCents: first?.maxCents ?? before.maxCents,
    bands: sortBands(bands),
  }
}

const repeated = {
  name: 'name',
  category: 'category',
  state: 'state',
  minCents: 'min',
  maxCents: 'max',
} as const satisfies Partial<Record<keyof RateLine, RateColumn>>

function differingLines([first, ...others]: readonly RateLine[]): Fault[] {
  if (!first) return []
  const fields = Object.entries(repeated) as [keyof typeof repeated, RateColumn][]
  return others.flatMap((other) =>
    fields
      .filter(([field]) => other[field] !== first[field])
      .map(([, column]) => ({
        ...{ line: other.line, column },
        message: `The ${column} differs from that of line ${first.line}, which is of the same brand.`,
      })),
  )
}

const columnOf: Readonly<Record<BrandTermsField, RateColumn>> = {
  name: 'name',
  minCents: 'min',
  maxCents: 'max',
  bands: 'from',
  rules: 'slug',
  pauseMessage: 'state',
  resumeAt: 'state',
}

/** Of a brand as a whole, such as a hole between its bands, at its first line. */
function problemsOf(terms: PublishedTerms, [first]: readonly RateLine[]): Fault[] {
  return brandTermsProblems(terms).map(({ field, message }) => ({
    ...{ line: first?.line ?? 1, column: columnOf[field] },
    message,
  }))
}
