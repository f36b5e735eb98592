import type { RevertSiteInput } from '#shared/site-settings-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { table } from '../platform/db/table.ts'
import { AppError } from '../platform/errors.ts'
import { siteValuesOf } from '../platform/site/site-settings.ts'
import { storeSiteVersion } from './change-site.ts'

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
