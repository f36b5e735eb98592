import { atRate, publish } from './published-rates.ts'
import type { World } from './world.ts'

let count = 0

/** A valid call of each procedure about rates. */
export const rateCalls = {
  'admin.rates.desk': () => ({ input: {} }),
  'admin.rates.publish': ({ app }: World) => ({
    input: {
      base: app.ctx.catalogue.current.version,
      changes: [atRate(app, 'steam', 5000 + (++count % 1000))],
      note: 'A test',
    },
  }),
  'admin.rates.revert': async ({ app, owner }: World) => {
    const version = app.ctx.catalogue.current.version
    const base = await publish(app, owner, atRate(app, 'steam', 5000 + (++count % 1000)))
    return { input: { base, version, note: 'A test' } }
  },
  'admin.rates.versions': () => ({ input: {} }),
  'admin.rates.history': () => ({ input: { slug: 'steam' }, nowhere: { slug: 'nowhere' } }),
  'admin.rates.import': () => ({ input: { csv: 'slug,from,to,rate\nsteam,50,5000,90' } }),
}
