import { type RawBuilder, sql } from 'kysely'
import type { BrandTerms } from '#shared/catalogue-schema.ts'
import { bulkInsert } from '../platform/db/bulk-insert.ts'
import type { BrandTermsTable, CatalogueVersionTable, RateTable } from '../platform/db/catalogue-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { fieldsOf } from '../platform/without-nulls.ts'

export async function findNewestVersion(db: Db) {
  const row = await db
    .selectFrom('catalogue_versions')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Newest first: those before `before`, or those in `only`. */
export async function listVersions(
  db: Db,
  { before, only, limit }: { before?: number | undefined; only?: readonly number[]; limit: number },
) {
  return db
    .selectFrom('catalogue_versions as made')
    .leftJoin('users', 'users.id', 'made.made_by')
    .select(['made.version', 'made.source', 'made.made_at as madeAt', 'users.name as madeBy', 'made.note'])
    .select(({ selectFrom, fn }) =>
      selectFrom('brand_terms')
        .select(fn.countAll<number>().as('count'))
        .whereRef('from_version', '=', 'made.version')
        .$asScalar()
        .$notNull()
        .as('changedBrands'),
    )
    .$if(before !== undefined, (query) => query.where('made.version', '<', before ?? 0))
    .$if(only !== undefined, (query) => query.where('made.version', 'in', [...(only ?? [])]))
    .orderBy('made.version', 'desc')
    .limit(limit)
    .execute()
}

/** When the newest terms of each brand were published, by slug. */
export async function listLastChanges(db: Db) {
  const rows = await db
    .selectFrom('brand_terms')
    .innerJoin('catalogue_versions', 'catalogue_versions.version', 'brand_terms.from_version')
    .select(['slug', 'made_at'])
    .where('to_version', 'is', null)
    .execute()
  return new Map(rows.map(({ slug, made_at }) => [slug, made_at]))
}

export async function listKnownSlugs(db: Db) {
  const rows = await db.selectFrom('brand_terms').select('slug').distinct().execute()
  return rows.map(({ slug }) => slug)
}

const isIn = (version: number) =>
  sql<boolean>`from_version <= ${version} and (to_version is null or to_version > ${version})`
const bandColumns = ['from_cents as fromCents', 'to_cents as toCents', 'rate_bps as rateBps'] as const

/** Later versions do not change the answer. */
export async function listTermsIn(db: Db, version: number) {
  const steps = await listSteps(db, isIn(version))
  return steps.map(({ terms }) => terms)
}

/** The terms of an old version. Brands that it did not have yet are hidden. */
export async function listTermsAsIn(db: Db, version: number, current: Iterable<BrandTerms>): Promise<BrandTerms[]> {
  const old = new Map((await listTermsIn(db, version)).map((terms) => [terms.slug, terms]))
  return [...current].map((terms) => old.get(terms.slug) ?? { ...terms, state: 'hidden' })
}

/** In each version that changed them, oldest first. */
export async function listTermsOf(db: Db, slug: string) {
  return listSteps(db, sql<boolean>`slug = ${slug}`)
}

async function listSteps(db: Db, isWanted: RawBuilder<boolean>) {
  const steps = await db.selectFrom('brand_terms').selectAll().where(isWanted).orderBy('from_version').execute()
  const rates = await db
    .selectFrom('rates')
    .select(['slug', 'from_version', ...bandColumns])
    .where(isWanted)
    .orderBy('from_cents')
    .execute()
  const bandsOf = Map.groupBy(rates, ({ slug, from_version }) => `${slug} ${from_version}`)
  return steps.map((row) => ({
    version: row.from_version,
    terms: {
      ...fieldsOf(row, 'slug', 'name', 'category', 'state', 'pause_message', 'resume_at', 'min_cents', 'max_cents'),
      bands: (bandsOf.get(`${row.slug} ${row.from_version}`) ?? []).map(({ slug, from_version, ...band }) => band),
      rules: JSON.parse(row.rules) as BrandTerms['rules'],
    },
  }))
}

/** In ascending order; none when the version does not exist. */
export async function listBandsIn(db: Db, version: number, slug: string) {
  return db
    .selectFrom('rates')
    .innerJoin('catalogue_versions', (join) => join.on('catalogue_versions.version', '=', version))
    .select(bandColumns)
    .where('slug', '=', slug)
    .where(isIn(version))
    .orderBy('from_cents')
    .execute()
}

/** Closes the rows of the former terms of these brands. */
export async function insertVersion(tx: Tx, row: CatalogueVersionTable, changes: readonly BrandTerms[]) {
  const { version } = row
  await tx.insertInto('catalogue_versions').values(row).execute()
  const slugs = changes.map(({ slug }) => slug)
  for (const table of ['brand_terms', 'rates'] as const)
    await tx
      .updateTable(table)
      .set({ to_version: version })
      .where('slug', 'in', slugs)
      .where('to_version', 'is', null)
      .execute()
  const rows = changes.map(
    (terms): BrandTermsTable => ({
      slug: terms.slug,
      from_version: version,
      to_version: null,
      name: terms.name,
      category: terms.category,
      state: terms.state,
      pause_message: terms.pauseMessage,
      resume_at: terms.resumeAt,
      min_cents: terms.minCents,
      max_cents: terms.maxCents,
      rules: JSON.stringify(terms.rules),
    }),
  )
  const rates = changes.flatMap(({ slug, bands }) =>
    bands.map(
      ({ fromCents, toCents, rateBps }): RateTable => ({
        slug,
        from_version: version,
        from_cents: fromCents,
        to_cents: toCents,
        rate_bps: rateBps,
        to_version: null,
      }),
    ),
  )
  await bulkInsert(tx, 'brand_terms', rows)
  await bulkInsert(tx, 'rates', rates)
}
