import { finalStatuses, type SubmissionStatus, submissionStatuses } from '#shared/submission.ts'
import type { Db } from '../db/database.ts'

/** Counts submissions created since then by their current status, including registration records. */
export async function countSubmissionsSince(db: Db, since: string): Promise<Map<SubmissionStatus, number>> {
  // One index range per status, because a query with GROUP BY would read every row.
  const counts = submissionStatuses.map(async (status) => {
    const { count } = await db
      .selectFrom('submissions')
      .select((select) => select.fn.countAll().as('count'))
      .where('status', '=', status)
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow()
    return [status, Number(count)] as const
  })
  return new Map(await Promise.all(counts))
}

/** Returns creation and decision times of the newest first decisions since then, at most `limit` per final status. */
export async function listFirstDecisions(
  db: Db,
  since: string,
  limit: number,
): Promise<{ created_at: string; decided_at: string }[]> {
  const finals = [...finalStatuses]
  const lists = finals.map((status) =>
    db
      .selectFrom('status_changes as decision')
      .innerJoin('submissions', 'submissions.id', 'decision.submission_id')
      .select(['submissions.created_at', 'decision.changed_at as decided_at'])
      .where('decision.to_status', '=', status)
      .where('decision.changed_at', '>=', since)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('status_changes as earlier')
              .select('earlier.id')
              .whereRef('earlier.submission_id', '=', 'decision.submission_id')
              .whereRef('earlier.version', '<', 'decision.version')
              .where('earlier.to_status', 'in', finals),
          ),
        ),
      )
      .orderBy('decision.changed_at', 'desc')
      .limit(limit)
      .execute(),
  )
  return (await Promise.all(lists)).flat()
}
