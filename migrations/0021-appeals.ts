import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * Appeals of sellers against a rejection or a claw back: one for each decision, and one open appeal at most for each
 * order. Their files have the order and the appeal.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    `create table appeals (
      id text primary key,
      submission_id text not null references submissions (id),
      decision_id text references status_changes (id),
      problem_id text references order_problems (id),
      opened_at text not null,
      due_at text not null,
      words_encrypted text,
      state text not null,
      decided_by text references users (id),
      decided_at text,
      decided_as text,
      answer_encrypted text,
      check ((decision_id is null) <> (problem_id is null)))`,
    'create unique index appeals_decision on appeals (decision_id) where decision_id is not null',
    'create unique index appeals_problem on appeals (problem_id) where problem_id is not null',
    `create unique index appeals_open on appeals (submission_id) where state = 'open'`,
    `create index appeals_due on appeals (due_at, id) where state = 'open'`,
    'create index appeals_submission on appeals (submission_id, opened_at)',
    'create index appeals_decided on appeals (decided_at) where decided_at is not null',
    'alter table files add column appeal_id text references appeals (id)',
    'create index files_appeal on files (appeal_id, position) where appeal_id is not null',
  ])
}
