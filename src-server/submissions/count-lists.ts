import type { ListCount } from '#shared/queue-schema.ts'
import { submissionListNames } from '#shared/submission-lists.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { countList } from './list-queries.ts'

export async function countLists({ db, clock }: AppContext): Promise<ListCount[]> {
  const now = timestamp(clock)
  const counts: ListCount[] = []
  for (const name of submissionListNames) counts.push({ name, ...(await countList(db, name, now)) })
  return counts
}
