import { aSiteChange, aSiteRevert } from './site-changes.ts'
import type { World } from './world.ts'

/** A valid call of each procedure of the site and of the steps of opening it. */
export const siteCalls = {
  'admin.setup.get': () => ({}),
  'admin.setup.confirm': () => ({ input: { step: 'rates' } }),
  'admin.setup.dismiss': () => ({ input: { isDismissed: true } }),
  'admin.setup.sendTestMail': () => ({ input: { to: 'owner@shop.example' } }),
  'admin.site.get': () => ({}),
  'admin.site.versions': () => ({}),
  'admin.site.change': ({ app }: World) => ({ input: aSiteChange(app) }),
  'admin.site.revert': async ({ app, owner }: World) => ({ input: await aSiteRevert(app, owner) }),
}
