import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { isTimeZone } from '#shared/business-day.ts'
import { type PolicyValues, policyDefaults } from '#shared/policy.ts'
import { type PublicSite, type SiteValues, siteDefaults } from '#shared/site-settings.ts'
import { siteValues } from '#shared/site-settings-schema.ts'
import type { ServerDb } from '../db/database.ts'
import { table } from '../db/table.ts'
import type { EventBus } from '../events/event-bus.ts'
import { type KeptValue, keepValue } from '../events/kept-value.ts'
import { listPolicyRows, listSiteRows } from './site-queries.ts'

export type SiteSettings = KeptValue<PublicSite> & {
  /** The version that an owner has made, on which a change is based; 0 while there is none. */
  readonly version: number
  readonly defaults: SiteValues
  /** Differs between values; short enough for an ETag. */
  readonly stamp: string
}

type Parts = { db: ServerDb; log: Logger; events: Pick<EventBus, 'listen'>; config: { companyLine: string } }

export async function createSiteSettings({ db, log, events, config }: Parts): Promise<SiteSettings> {
  const timeZone = await keepFirstZone(db)
  const defaults = { ...siteDefaults, companyLine: config.companyLine, timeZone }
  const read = () => readNewest(db, defaults)
  const kept = await keepValue({ log, events, name: 'the site', on: ['site.changed', 'policy.changed'], read })
  return {
    defaults,
    get current() {
      return kept.current.site
    },
    get version() {
      return kept.current.version
    },
    get stamp() {
      return kept.current.stamp
    },
    refresh: kept.refresh,
    stop: kept.stop,
  }
}

/** The zone of the server at the first start; a site that moves to another server keeps it. */
async function keepFirstZone(db: ServerDb) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  await table('first_time_zone').insertOnce(db, { id: 1, name: isTimeZone(timeZone) ? timeZone : 'UTC' })
  return (await table('first_time_zone').find(db, { id: 1 }))?.name ?? siteDefaults.timeZone
}

type Newest = Pick<SiteSettings, 'version' | 'stamp'> & { site: PublicSite }

async function readNewest(db: ServerDb, defaults: SiteValues): Promise<Newest> {
  const [newest] = await listSiteRows(db, 1)
  const [rules] = await listPolicyRows(db, 'inventory', 1)
  const stored: Partial<PolicyValues['inventory']> = JSON.parse(rules?.body ?? '{}')
  const { custody, holdDays } = { ...policyDefaults.inventory, ...stored }
  const version = newest?.version ?? 0
  const site = {
    version: version + (rules?.version ?? 0),
    ...(newest ? siteValuesOf(newest.body, defaults) : defaults),
    ...(custody === 'hold' && { keptFor: holdDays === 1 ? '1 day' : `${holdDays} days` }),
  }
  return { site, version, stamp: stampOf(site) }
}

/** A field that a later release added has its default in versions from before. @throws when a value is not valid */
export function siteValuesOf(body: string, defaults: SiteValues): SiteValues {
  return siteValues.parse({ ...defaults, ...JSON.parse(body) })
}

function stampOf(site: PublicSite) {
  return createHash('sha256').update(JSON.stringify(site)).digest('hex').slice(0, 12)
}
