import type { Db } from '../platform/db/database.ts'

/** Offers that were accepted, declined or ended without an answer from `since` until `until` (ISO 8601). */
export async function listEndedOffers(db: Db, since: string, until: string) {
  return db
    .selectFrom('information_requests')
    .select(['state', 'closed_at'])
    .where('kind', '=', 'offer')
    .where('state', 'in', ['accepted', 'declined', 'expired'])
    .where('closed_at', '>=', since)
    .where('closed_at', '<=', until)
    .execute()
}

/** Appeals that staff answered from `since` until `until` (ISO 8601). */
export async function listAnsweredAppeals(db: Db, since: string, until: string) {
  return db
    .selectFrom('appeals')
    .select(['state', 'due_at', 'decided_at'])
    .where('state', 'in', ['right', 'stands'])
    .where('decided_at', '>=', since)
    .where('decided_at', '<=', until)
    .execute()
}

export async function listAllOffers(db: Db) {
  return db.selectFrom('information_requests').select(['state', 'closed_at']).where('kind', '=', 'offer').execute()
}

export async function listAllAppeals(db: Db) {
  return db.selectFrom('appeals').select(['state', 'due_at', 'decided_at']).execute()
}
