import type { BrandTerms } from '#shared/catalogue-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { AppError } from '../platform/errors.ts'
import type { CsvCell } from '../submissions/csv-file.ts'
import { csvOf } from '../submissions/csv-file.ts'
import { findNewestVersion, listTermsIn } from './catalogue-queries.ts'
import type { RateColumn } from './read-rate-file.ts'

type Band = BrandTerms & BrandTerms['bands'][number]

const columns: Readonly<Record<RateColumn, (band: Band) => CsvCell>> = {
  slug: ({ slug }) => slug,
  name: ({ name }) => name,
  category: ({ category }) => category,
  state: ({ state }) => state,
  from: ({ fromCents }) => dollarsFromCents(fromCents),
  to: ({ toCents }) => dollarsFromCents(toCents),
  rate: ({ rateBps }) => rateBps / 100,
  min: ({ minCents }) => dollarsFromCents(minCents),
  max: ({ maxCents }) => dollarsFromCents(maxCents),
}

/** Money is in dollars, rates are percentages. The audit entry is committed first. */
export async function exportRates(ctx: CallContext, staff: Actor, version?: number) {
  const { app } = ctx
  const newest = await findNewestVersion(app.db)
  const wanted = version ?? newest
  if (wanted < 1 || wanted > newest) throw new AppError('not_found', `There is no version ${wanted}.`)
  await auditNow(ctx, staff, 'rates.exported', 'rates', `version ${wanted}`)
  const terms = new Map((await listTermsIn(app.db, wanted)).map((each) => [each.slug, each]))
  const bands = app.catalogue.current.brands.flatMap(({ slug }) => {
    const brand = terms.get(slug)
    return brand ? brand.bands.map((band) => ({ ...brand, ...band })) : []
  })
  return csvOf(columns, [bands])
}
