import type { Person } from './test-app.ts'
import type { World } from './world.ts'

const period = { from: '2026-11-01T00:00:00Z', to: '2026-11-23T00:00:00Z' }
const viewsOf = (staffId: string) => ({ ...period, staffId, figure: 'views' })

/** A valid call of each procedure of the insider report. */
export const insiderCalls = {
  'admin.insiderReport': () => ({ input: period }),
  'admin.insiderItems': ({ owner }: World, _: Person) => ({ input: viewsOf(owner.id), nowhere: viewsOf('nowhere') }),
}
