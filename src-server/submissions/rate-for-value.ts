import { nearestRate } from '#shared/brand.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

type Priced = Pick<SubmissionTable, 'card_brand' | 'rate_bps' | 'catalogue_version'>

/** Basis points for a value in cents: at most the rate of its band in the order's version of the catalogue. */
export async function rateForValue(
  { catalogue }: Pick<AppContext, 'catalogue'>,
  db: Db,
  { card_brand, rate_bps, catalogue_version: version }: Priced,
  valueCents: number,
): Promise<number> {
  const bands = version === null ? [] : await catalogue.bandsIn(db, version, card_brand)
  return Math.min(rate_bps, nearestRate({ bands }, valueCents) ?? rate_bps)
}
