import { leaves } from './procedure-call.ts'
import { atAnotherRate, publish } from './published-rates.ts'

/** A valid call of each procedure about rates. */
export const rateCalls = {
  'admin.rates.list': () => ({ input: {} }),
  'admin.rates.publish': leaves('rates.published', ({ app }) => ({
    input: {
      base: app.ctx.catalogue.current.version,
      changes: [atAnotherRate(app, 'steam')],
      note: 'A test',
    },
  })),
  'admin.rates.revert': leaves('rates.published', async ({ app, owner }) => {
    const version = app.ctx.catalogue.current.version
    const base = await publish(app, owner, atAnotherRate(app, 'steam'))
    return { input: { base, version, note: 'A test' } }
  }),
  'admin.rates.versions': () => ({ input: {} }),
  'admin.rates.history': () => ({ input: { slug: 'steam' }, nowhere: { slug: 'nowhere' } }),
  'admin.rates.import': () => ({ input: { csv: 'slug,from,to,rate\nsteam,50,5000,90' } }),
}
