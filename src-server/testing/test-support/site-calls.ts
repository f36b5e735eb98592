import { leaves } from './procedure-call.ts'
import { aSiteChange, aSiteRevert } from './site-changes.ts'

/** A valid call of each procedure of the site and of the steps of opening it. */
export const siteCalls = {
  'admin.setup.get': () => ({}),
  'admin.setup.confirm': leaves('setup.confirmed', () => ({ input: { step: 'rates' } })),
  'admin.setup.dismiss': leaves('setup.dismissed', () => ({ input: { isDismissed: true } })),
  'admin.setup.sendTestMail': leaves('setup.mail-sent', () => ({ input: { to: 'owner@shop.example' } })),
  'admin.site.get': () => ({}),
  'admin.site.versions': () => ({}),
  'admin.site.change': leaves('site.changed', ({ app }) => ({ input: aSiteChange(app) })),
  'admin.site.revert': leaves('site.changed', async ({ app, owner }) => ({ input: await aSiteRevert(app, owner) })),
}
