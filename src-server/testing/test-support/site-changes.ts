import { type SiteValues, siteDefaults } from '#shared/site-settings.ts'
import type { ChangeSiteInput, RevertSiteInput } from '#shared/site-settings-schema.ts'
import type { Person, TestApp } from './test-app.ts'

let count = 0

/** A change of the version that applies; without `values` of the brand name. */
export function aSiteChange({ ctx }: TestApp, values: Partial<SiteValues> = {}, note = ''): ChangeSiteInput {
  const { version: _version, keptFor: _keptFor, ...current } = ctx.site.current
  return {
    base: ctx.site.version,
    note,
    values: { ...siteDefaults, ...current, brandName: `Shop ${++count}`, ...values },
  }
}

/** Makes a version with these values. */
export async function changeSiteAs(app: TestApp, owner: Person, values: Partial<SiteValues>, note = '') {
  return owner.api.admin.site.change(aSiteChange(app, values, note))
}

/** A revert of a version that was just made, to the one before. */
export async function aSiteRevert(app: TestApp, owner: Person): Promise<RevertSiteInput> {
  const { version } = app.ctx.site
  const { version: base } = await owner.api.admin.site.change(aSiteChange(app))
  return { base, version, note: 'As before' }
}
