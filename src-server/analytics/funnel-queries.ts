import { finalStatuses } from '#shared/submission.ts'
import { withdrawnReason } from '#shared/withdrawal.ts'
import type { Db } from '../platform/db/database.ts'

export async function listSignUps(db: Db, since: string) {
  return db
    .selectFrom('submissions as registration')
    .select((people) => {
      const own = people.selectFrom('submissions as own').whereRef('own.user_id', '=', 'registration.user_id')
      return [
        'registration.created_at',
        people.exists(own.where('own.status', '!=', 'registered').select('own.id')).as('has_submitted'),
        people.exists(own.where('own.status', '=', 'completed').select('own.id')).as('has_completed'),
      ]
    })
    .where('registration.queue_status', '=', 'registered')
    .where('registration.created_at', '>=', since)
    .execute()
}

/** Times of the newest first decisions since then, at most `limit` per final status. A withdrawal is no decision. */
export async function listFirstDecisions(db: Db, since: string, limit: number) {
  const finals = [...finalStatuses]
  const lists = finals.map((status) =>
    db
      .selectFrom('status_changes as decision')
      .innerJoin('submissions', 'submissions.id', 'decision.submission_id')
      .select(['submissions.created_at', 'decision.changed_at as decided_at'])
      .where('decision.to_status', '=', status)
      .where('decision.changed_at', '>=', since)
      .where((change) =>
        change.or([change('decision.reason', 'is', null), change('decision.reason', '!=', withdrawnReason)]),
      )
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
