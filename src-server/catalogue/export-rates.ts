import { dollarsFromCents } from '#shared/money.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { AppError } from '../platform/errors.ts'
import { BYTE_ORDER_MARK, csvLine } from '../submissions/csv-line.ts'
import { findNewestVersion, listTermsIn } from './catalogue-queries.ts'
import { rateColumns } from './rate-columns.ts'

/**
 * Returns a version, by default the newest, as a CSV file with a line for each band. Money is in dollars, rates are
 * percentages. The audit entry is committed before the promise resolves.
 * @throws AppError 'not_found' for a version that does not exist
 */
export async function exportRates(ctx: CallContext, staff: Actor, version?: number): Promise<string> {
  const { app } = ctx
  const newest = await findNewestVersion(app.db)
  const wanted = version ?? newest
  if (wanted < 1 || wanted > newest) throw new AppError('not_found', `There is no version ${wanted}.`)
  await auditNow(ctx, staff, 'rates.exported', 'rates', `version ${wanted}`)
  const terms = new Map((await listTermsIn(app.db, wanted)).map((each) => [each.slug, each]))
  const lines = app.catalogue.current.brands.flatMap(({ slug }) => {
    const brand = terms.get(slug)
    if (!brand) return []
    const { name, category, state, minCents, maxCents, bands } = brand
    const limits = [dollarsFromCents(minCents), dollarsFromCents(maxCents)]
    return bands.map(({ fromCents, toCents, rateBps }) => {
      const band = [dollarsFromCents(fromCents), dollarsFromCents(toCents), rateBps / 100]
      return csvLine([slug, name, category, state, ...band, ...limits])
    })
  })
  return [BYTE_ORDER_MARK + csvLine(rateColumns), ...lines].join('')
}
