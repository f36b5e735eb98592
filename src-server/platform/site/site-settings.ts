import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { type InventoryPolicy, policyDefaults } from '#shared/policy.ts'
import { type PublicSite, type SiteValues, siteDefaults } from '#shared/site-settings.ts'
import { siteValues } from '#shared/site-settings-schema.ts'
import type { ServerDb } from '../db/database.ts'
import type { EventBus } from '../events/event-bus.ts'
import { findCustodyRules, listSiteRows } from './site-queries.ts'

/** A node that missed an event applies a change after this time at the latest. */
const READ_EVERY_MS = 60_000

/** What owners say about the site, in memory. */
export type SiteSettings = {
  /** Replaced as a whole. */
  readonly current: PublicSite
  /** The version that an owner has made, on which a change is based; 0 while there is none. */
  readonly version: number
  /** The values of version 0. */
  readonly defaults: SiteValues
  /** Differs between values; short enough for an ETag. */
  readonly stamp: string
  /** Reads the newest version; after a failure the former one still applies. */
  refresh(): Promise<void>
  /** Ends the reading; resolves when the last one is done. */
  stop(): Promise<void>
}

type Parts = { db: ServerDb; log: Logger; events: Pick<EventBus, 'listen'>; config: { companyLine: string } }

/**
 * Reads the newest version, and again at each change on any node. The company line of the configuration is that of
 * version 0: a version that an owner has made has its own. @throws when stored values are not valid
 */
export async function createSiteSettings({ db, log, events, config }: Parts): Promise<SiteSettings> {
  const defaults = { ...siteDefaults, companyLine: config.companyLine }
  let { current, version } = await readNewest(db, defaults)
  let stamp = stampOf(current)
  let last = Promise.resolve()

  /** One after the other, so that an older read never replaces a newer one. */
  function refresh(): Promise<void> {
    last = last.then(async () => {
      try {
        ;({ current, version } = await readNewest(db, defaults))
        stamp = stampOf(current)
      } catch (error) {
        log.error({ err: error }, 'could not read the site: the former values still apply')
      }
    })
    return last
  }

  const stopListening = events.listen(({ name }) => {
    if (name === 'site.changed' || name === 'policy.changed' || name === 'resync') void refresh()
  })
  const timer = setInterval(() => void refresh(), READ_EVERY_MS).unref()
  return {
    defaults,
    get current() {
      return current
    },
    get version() {
      return version
    },
    get stamp() {
      return stamp
    },
    refresh,
    async stop() {
      stopListening()
      clearInterval(timer)
      await last
    },
  }
}

async function readNewest(db: ServerDb, defaults: SiteValues): Promise<Pick<SiteSettings, 'current' | 'version'>> {
  const [newest] = await listSiteRows(db, 1)
  const rules = await findCustodyRules(db)
  const { custody, holdDays }: InventoryPolicy = { ...policyDefaults.inventory, ...JSON.parse(rules?.body ?? '{}') }
  const version = newest?.version ?? 0
  const current = {
    version: version + (rules?.version ?? 0),
    ...(newest ? siteValuesOf(newest.body, defaults) : defaults),
    ...(custody === 'hold' && { keptFor: holdDays === 1 ? '1 day' : `${holdDays} days` }),
  }
  return { current, version }
}

/** A field that a later release added has its default in versions from before. @throws when a value is not valid */
export function siteValuesOf(body: string, defaults: SiteValues): SiteValues {
  return siteValues.parse({ ...defaults, ...JSON.parse(body) })
}

function stampOf(site: PublicSite): string {
  return createHash('sha256').update(JSON.stringify(site)).digest('hex').slice(0, 12)
}
