import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { storedColumns } from '../../platform/db/page-pictures.ts'

/** A claw back of which something is left to repay. */
export async function findOpenDebt(tx: Tx, userId: string) {
  return tx
    .selectFrom('order_problems')
    .select(['submission_id', 'left_cents'])
    .where('user_id', '=', userId)
    .where('left_cents', '>', sql.lit(0))
    .orderBy('submission_id')
    .limit(1)
    .executeTakeFirst()
}

/** Of entries of this customer, which people have typed. */
export async function eraseReferences(tx: Tx, userId: string) {
  await tx
    .updateTable('clawback_entries')
    .set({ reference: null })
    // Its reference is an order, which no person has typed.
    .where('kind', '<>', 'set-off')
    .where('problem_id', 'in', (problems) =>
      problems.selectFrom('order_problems').select('id').where('user_id', '=', userId),
    )
    .execute()
}

/** The orders of problems that were closed before `at` and still have pictures. */
export async function listClosedWithEvidence(tx: Tx, at: string, limit: number) {
  return tx
    .selectFrom('order_problems')
    .select(['id', 'submission_id'])
    .where('closed_at', '<=', at)
    .where((where) =>
      where.exists(where.selectFrom('files').select('files.id').whereRef('files.problem_id', '=', 'order_problems.id')),
    )
    .orderBy('closed_at')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** Returns the storage keys of the pictures. */
export async function deleteEvidence(tx: Tx, problemId: string) {
  return tx.deleteFrom('files').where('problem_id', '=', problemId).returning(storedColumns).execute()
}
