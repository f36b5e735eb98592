import type { BrandTerms, RateBand } from '#shared/brand.ts'
import type { PublishedTerms } from '#shared/catalogue-schema.ts'
import { bulkInsert } from '../platform/db/bulk-insert.ts'
import type { BrandTermsTable, CatalogueVersionTable, RateTable } from '../platform/db/catalogue-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'

/** 0 before the first. */
export async function findNewestVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('catalogue_versions')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? 0
}

export type VersionRow = CatalogueVersionTable & { made_by_name: string | null; changed_brands: number }

/** Newest first: those before `before`, or those in `only`. */
export async function listVersions(
  db: Db,
  { before, only, limit }: { before?: number | undefined; only?: readonly number[]; limit: number },
): Promise<VersionRow[]> {
  const rows = await db
    .selectFrom('catalogue_versions')
    .leftJoin('users', 'users.id', 'catalogue_versions.made_by')
    .selectAll('catalogue_versions')
    .select('users.name as made_by_name')
    .select(({ selectFrom, fn }) =>
      selectFrom('brand_terms')
        .select(fn.countAll().as('count'))
        .whereRef('from_version', '=', 'catalogue_versions.version')
        .as('changed_brands'),
    )
    .$if(before !== undefined, (query) => query.where('version', '<', before ?? 0))
    .$if(only !== undefined, (query) => query.where('version', 'in', [...(only ?? [])]))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, changed_brands: Number(row.changed_brands) }))
}

/** When the newest terms of each brand were published, by slug. */
export async function listLastChanges(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('brand_terms')
    .innerJoin('catalogue_versions', 'catalogue_versions.version', 'brand_terms.from_version')
    .select(['slug', 'made_at'])
    .where('to_version', 'is', null)
    .execute()
  return new Map(rows.map(({ slug, made_at }) => [slug, made_at]))
}

export async function listKnownSlugs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('brand_terms').select('slug').distinct().execute()
  return rows.map(({ slug }) => slug)
}

/** Later versions do not change the answer. */
export async function listTermsIn(db: Db, version: number): Promise<PublishedTerms[]> {
  const terms = await db
    .selectFrom('brand_terms')
    .selectAll()
    .where('from_version', '<=', version)
    .where(({ eb, or }) => or([eb('to_version', 'is', null), eb('to_version', '>', version)]))
    .execute()
  const rates = await db
    .selectFrom('rates')
    .selectAll()
    .where('from_version', '<=', version)
    .where(({ eb, or }) => or([eb('to_version', 'is', null), eb('to_version', '>', version)]))
    .orderBy('from_cents')
    .execute()
  return withBands(terms, rates)
}

/** In each version that changed them, oldest first. */
export async function listTermsOf(db: Db, slug: string): Promise<{ version: number; terms: PublishedTerms }[]> {
  const terms = await table('brand_terms').list(db, { slug }, 'from_version')
  const rates = await db.selectFrom('rates').selectAll().where('slug', '=', slug).orderBy('from_cents').execute()
  return withBands(terms, rates).map((each, at) => ({ version: terms[at]?.from_version ?? 0, terms: each }))
}

/** In ascending order; none when the version does not exist. */
export async function listBandsIn(db: Db, version: number, slug: string): Promise<RateBand[]> {
  const rows = await db
    .selectFrom('rates')
    .innerJoin('catalogue_versions', (join) => join.on('catalogue_versions.version', '=', version))
    .select(['from_cents', 'to_cents', 'rate_bps'])
    .where('slug', '=', slug)
    .where('from_version', '<=', version)
    .where(({ eb, or }) => or([eb('to_version', 'is', null), eb('to_version', '>', version)]))
    .orderBy('from_cents')
    .execute()
  return rows.map(bandOf)
}

/** Closes the rows of the former terms of these brands. */
export async function insertVersion(tx: Tx, row: CatalogueVersionTable, changes: readonly BrandTerms[]): Promise<void> {
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

function withBands(terms: readonly BrandTermsTable[], rates: readonly RateTable[]): PublishedTerms[] {
  const bands = new Map<string, PublishedTerms['bands']>()
  for (const rate of rates) {
    const key = `${rate.slug} ${rate.from_version}`
    bands.set(key, [...(bands.get(key) ?? []), bandOf(rate)])
  }
  return terms.map((row) => ({
    slug: row.slug,
    name: row.name,
    category: row.category,
    state: row.state,
    pauseMessage: row.pause_message,
    resumeAt: row.resume_at,
    minCents: row.min_cents,
    maxCents: row.max_cents,
    bands: bands.get(`${row.slug} ${row.from_version}`) ?? [],
    rules: JSON.parse(row.rules) as PublishedTerms['rules'],
  }))
}

function bandOf({ from_cents, to_cents, rate_bps }: Pick<RateTable, 'from_cents' | 'to_cents' | 'rate_bps'>): RateBand {
  return { fromCents: from_cents, toCents: to_cents, rateBps: rate_bps }
}
