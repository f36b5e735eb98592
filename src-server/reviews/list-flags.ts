import { flagKinds } from '#shared/review.ts'
import type { FlaggedRow, FlagsInput } from '#shared/review-schema.ts'
import type { AppContext } from '../context.ts'
import { listFlagKinds } from '../submissions/flag-kind-queries.ts'

/** Unlike `getReview` it decrypts nothing, because it runs for each page of the list. */
export async function listFlags({ db }: AppContext, { submissionIds }: FlagsInput): Promise<FlaggedRow[]> {
  const found = await listFlagKinds(db, submissionIds)
  return submissionIds.flatMap((submissionId) => {
    const kinds = flagKinds.filter((kind) =>
      found.some((each) => each.submissionId === submissionId && each.kind === kind),
    )
    return kinds.length > 0 ? [{ submissionId, kinds }] : []
  })
}
