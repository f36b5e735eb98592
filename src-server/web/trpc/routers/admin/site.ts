import { z } from 'zod'
import { changeSiteInput, revertSiteInput, siteVersion } from '#shared/site-settings-schema.ts'
import { changeSite, revertSite } from '../../../../site/change-site.ts'
import { listSiteVersions, readSite } from '../../../../site/site-version.ts'
import { ownerChange, ownerProcedure, router } from '../../trpc.ts'

export const adminSiteRouter = router({
  get: ownerProcedure
    .rest('/api/admin/site', 'Brand name, support address, company line, time zone and claims of the site', {
      description:
        'Version 0 has the defaults, with the company line of COMPANY_LINE and the time zone of the first start.',
    })
    .reads(siteVersion, ({ db, site }) => readSite(db, site.defaults)),

  versions: ownerProcedure
    .rest('/api/admin/site/versions', 'The versions of the values of the site, newest first')
    .reads(z.array(siteVersion), listSiteVersions),

  change: ownerChange
    .rest('/api/admin/site', 'Change what the site says about itself', {
      method: 'PUT',
      description:
        '`values` are all values, `base` is the version that they are based on: 409 when another one applies. Pages, emails and open browsers have them at once. Without `timeZone`, it stays.',
      example: {
        base: 0,
        note: 'Our company was renamed',
        values: {
          brandName: 'Card Corner',
          supportEmail: 'help@cards.example',
          companyLine: 'Cards Ltd, 1 Main St, Springfield',
          claims: [{ figure: '$2M+', words: 'payouts' }],
        },
      },
      refusals: [409],
    })
    .answers(siteVersion, changeSite, changeSiteInput),

  revert: ownerChange
    .restChange('/api/admin/site/revert', 'Make a version of the site that equals an old one', {
      description: 'Version 0 is the defaults. 400 when the old one equals the version that applies.',
      example: { base: 4, version: 3, note: 'As before' },
    })
    .answers(siteVersion, revertSite, revertSiteInput),
})
