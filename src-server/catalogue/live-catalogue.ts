import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { type RateBand, rateAt, seedTerms } from '#shared/brand.ts'
import { seedBrands } from '#shared/brands.ts'
import { type Catalogue, createCatalogue } from '#shared/catalogue.ts'
import type { BrandTerms, CatalogueOutput } from '#shared/catalogue-schema.ts'
import { sameTerms } from '#shared/same-terms.ts'
import { type Clock, timestamp } from '../platform/clock.ts'
import { type Db, inServerTransaction, type ServerDb } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import type { EventBus } from '../platform/events/event-bus.ts'
import { findNewestVersion, insertVersion, listBandsIn, listKnownSlugs, listTermsIn } from './catalogue-queries.ts'

type CatalogueSnapshot = Catalogue & {
  terms: readonly BrandTerms[]
  output: CatalogueOutput
  /** Differs between versions and between programs with another seed. */
  etag: string
}

export type LiveCatalogue = {
  /** Replaced as a whole: a caller reads it once and keeps it. */
  readonly current: CatalogueSnapshot
  /** Resolves when `current` has what was committed before. Not for use in a transaction. */
  refresh(): Promise<void>
  /** Of any version, also in a transaction; none when this database never had them. */
  bandsIn(db: Db, version: number, slug: string): Promise<readonly RateBand[]>
  rateIn(version: number, card: { slug: string; valueCents: number }): Promise<number | undefined>
  stop(): Promise<void>
}

const RETRY_MS = 1_000
const seeds = new Map(seedBrands.map((brand) => [brand.slug, seedTerms(brand)]))
const seedHash = createHash('sha256').update(JSON.stringify(seedBrands)).digest('hex').slice(0, 12)

type Parts = { db: ServerDb; clock: Clock; log: Logger; events: Pick<EventBus, 'listen'> }

/** Ensures that there is a version, reads the newest, and again after each `catalogue.changed`. */
export async function createLiveCatalogue({ db, clock, log, events }: Parts): Promise<LiveCatalogue> {
  await ensureCatalogue(db, clock)
  let current = await readSnapshot(db, await findNewestVersion(db))
  let reading: Promise<void> = Promise.resolve()
  let isRunning = true
  let cancelRetry = () => {}

  async function readNewest() {
    const version = await findNewestVersion(db)
    if (version !== current.version) current = await readSnapshot(db, version)
  }

  /** One after the other, so that an older version never replaces a newer one. */
  function refresh() {
    reading = reading.catch(() => {}).then(readNewest)
    return reading
  }

  function refreshLater() {
    cancelRetry()
    if (!isRunning) return
    refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'could not read the catalogue, will retry')
      cancelRetry = clock.after(RETRY_MS, refreshLater)
    })
  }

  const stopListening = events.listen(({ name }) => {
    if (name === 'catalogue.changed' || name === 'resync') refreshLater()
  })

  async function bandsIn(reader: Db, version: number, slug: string): Promise<readonly RateBand[]> {
    return version === current.version ? (current.find(slug)?.bands ?? []) : listBandsIn(reader, version, slug)
  }

  return {
    get current() {
      return current
    },
    refresh,
    bandsIn,
    async rateIn(version, { slug, valueCents }) {
      return rateAt({ bands: await bandsIn(db, version, slug) }, valueCents)
    },
    async stop() {
      isRunning = false
      stopListening()
      cancelRetry()
      await reading.catch(() => {})
    },
  }
}

async function readSnapshot(db: Db, version: number): Promise<CatalogueSnapshot> {
  const bySlug = new Map((await listTermsIn(db, version)).map((terms) => [terms.slug, terms]))
  const terms = seedBrands.flatMap(({ slug }) => bySlug.get(slug) ?? [])
  const changed = terms.filter((each) => {
    const seed = seeds.get(each.slug)
    return !seed || !sameTerms(each, seed)
  })
  return {
    ...createCatalogue(version, terms),
    terms,
    output: { version, changed },
    etag: `"${version}-${seedHash}"`,
  }
}

/** Brands of a later release are hidden at first. Several nodes may call this at once. */
export async function ensureCatalogue(db: ServerDb, clock: Pick<Clock, 'now'>) {
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
