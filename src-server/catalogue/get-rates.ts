import type { z } from 'zod'
import type { rateListInput } from '#shared/catalogue-schema.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../platform/errors.ts'
import { listLastChanges, listTermsAsIn, listVersions } from './catalogue-queries.ts'

/** By default of the newest version, in the order of the catalogue. */
export async function getRates({ db, catalogue }: AppContext, { version: wanted }: z.infer<typeof rateListInput>) {
  await catalogue.refresh()
  const { version, terms } = catalogue.current
  if (wanted !== undefined && wanted > version) throw new AppError('not_found', `There is no version ${wanted}.`)
  const [newest] = await listVersions(db, { only: [version], limit: 1 })
  if (!newest) throw new Error(`Version ${version} of the catalogue is missing.`)
  const brands = wanted === undefined || wanted === version ? [...terms] : await listTermsAsIn(db, wanted, terms)
  return { newest, brands, lastChanges: Object.fromEntries(await listLastChanges(db)) }
}
