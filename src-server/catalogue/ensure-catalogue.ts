import { type BrandTerms, seedTerms } from '#shared/brand.ts'
import { seedBrands } from '#shared/brands.ts'
import { type Clock, timestamp } from '../platform/clock.ts'
import { inServerTransaction, type ServerDb } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { findNewestVersion, insertVersion, listKnownSlugs } from './catalogue-queries.ts'

/** Brands of a later release are hidden at first. Several nodes may call this at once. */
export async function ensureCatalogue(db: ServerDb, clock: Pick<Clock, 'now'>): Promise<void> {
  if (unknownTerms(await listKnownSlugs(db)).length === 0) return
  await inServerTransaction(db, async (tx) => {
    await acquireLock(tx, 'catalogue')
    const terms = unknownTerms(await listKnownSlugs(tx))
    if (terms.length === 0) return
    const newest = await findNewestVersion(tx)
    const isFirst = newest === 0
    const row = {
      version: newest + 1,
      source: 'seed',
      made_at: timestamp(clock),
      made_by: null,
      note: isFirst ? 'The brands and rates that the program begins with.' : 'New brands of a release, hidden.',
      base: isFirst ? null : newest,
    } as const
    await insertVersion(tx, row, isFirst ? terms : terms.map((each) => ({ ...each, state: 'hidden' })))
  })
}

function unknownTerms(known: readonly string[]): BrandTerms[] {
  const slugs = new Set(known)
  return seedBrands.filter(({ slug }) => !slugs.has(slug)).map(seedTerms)
}
