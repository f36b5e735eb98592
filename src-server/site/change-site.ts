import { siteMessages } from '#shared/site-problems.ts'
import type { SiteValues } from '#shared/site-settings.ts'
import type { ChangeSiteInput, RevertSiteInput, SiteVersion } from '#shared/site-settings-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { table } from '../platform/db/table.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { siteValuesOf } from '../platform/site/site-settings.ts'
import { readSite } from './site-version.ts'

export async function changeSite(ctx: CallContext, owner: Actor, { base, values, note }: ChangeSiteInput) {
  return storeSiteVersion(ctx, owner, {
    base,
    note,
    wanted: async (_, current) => ({ ...current, ...values, timeZone: values.timeZone ?? current.timeZone }),
  })
}

/** Makes a version that equals an old one; version 0 is the defaults. */
export async function revertSite(ctx: CallContext, owner: Actor, { base, version, note }: RevertSiteInput) {
  const { defaults } = ctx.app.site
  return storeSiteVersion(ctx, owner, {
    base,
    note,
    detail: `, as in version ${version}`,
    async wanted(tx) {
      if (version === 0) return defaults
      const body = (await table('site_versions').find(tx, { version }))?.body
      if (body === undefined) throw new AppError('not_found', `There is no version ${version}.`)
      return siteValuesOf(body, defaults)
    },
  })
}

type NewVersion = {
  base: number
  note: string
  detail?: string
  wanted(tx: Tx, current: SiteValues): Promise<SiteValues>
}

/** Makes the next version. This node shows it when the promise resolves, the others within a second. */
async function storeSiteVersion(
  ctx: CallContext,
  owner: Actor,
  { base, note, detail = '', wanted }: NewVersion,
): Promise<SiteVersion> {
  const made = await inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'site')
    const current = await readSite(tx, app.site.defaults)
    if (current.version !== base) throw conflict(siteMessages.conflict)
    const values = await wanted(tx, current.values)
    const fields = changedFields(current.values, values)
    if (fields.length === 0) throw invalid('values', siteMessages.same)
    const version = base + 1
    const body = JSON.stringify(values)
    await table('site_versions').insert(tx, { version, body, note, made_by: owner.id, made_at: timestamp(app.clock) })
    await audit(app, tx, owner, 'site.changed', 'site', `version ${version}: ${fields.join(', ')}${detail}`)
    await app.events.emit(tx, { name: 'site.changed', version })
    return readSite(tx, app.site.defaults)
  })
  await ctx.app.site.refresh()
  return made
}

function changedFields(before: SiteValues, after: SiteValues) {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after)
    .filter(([field, value]) => JSON.stringify(former.get(field)) !== JSON.stringify(value))
    .map(([field]) => field)
}
