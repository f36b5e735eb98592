import type { z } from 'zod'
import type { rateVersionsInput } from '#shared/catalogue-schema.ts'
import type { AppContext } from '../context.ts'
import { listVersions } from './catalogue-queries.ts'

const PAGE = 50

/** Those before `before`, newest first. */
export async function listRateVersions({ db }: AppContext, { before }: z.infer<typeof rateVersionsInput>) {
  const versions = await listVersions(db, { before, limit: PAGE + 1 })
  return { versions: versions.slice(0, PAGE), hasMore: versions.length > PAGE }
}
