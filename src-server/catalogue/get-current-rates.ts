import type { RateDesk } from '#shared/catalogue-schema.ts'
import type { AppContext } from '../context.ts'
import { listVersions } from './catalogue-queries.ts'
import { versionView } from './version-view.ts'

/** Returns all brands in the newest version, in the order of the catalogue. */
export async function getCurrentRates({ db, catalogue }: AppContext): Promise<RateDesk> {
  await catalogue.refresh()
  const { version, terms } = catalogue.current
  const [newest] = await listVersions(db, { only: [version], limit: 1 })
  if (!newest) throw new Error(`Version ${version} of the catalogue is missing.`)
  return { newest: versionView(newest), brands: [...terms] }
}
