import type { PublishedTerms } from '#shared/catalogue-schema.ts'
import type { Db } from '../platform/db/database.ts'
import { listTermsIn } from './catalogue-queries.ts'

/** In an old version. Brands that it did not have yet are hidden. */
export async function termsAsIn(db: Db, version: number, current: Iterable<PublishedTerms>): Promise<PublishedTerms[]> {
  const old = new Map((await listTermsIn(db, version)).map((terms) => [terms.slug, terms]))
  return [...current].map((terms) => old.get(terms.slug) ?? { ...terms, state: 'hidden' })
}
