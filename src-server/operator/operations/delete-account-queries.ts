import { type ExpressionBuilder, sql } from 'kysely'
import { predefinedReasons } from '#shared/return-reasons.ts'
import { openStatuses } from '#shared/submission.ts'
import type { RightsTx } from '../../accounts/rights-queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { storedColumns, storedKeys } from '../../platform/db/page-pictures.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { ownerColumns } from '../../platform/db/table-rule.ts'
import { personalTables } from '../../platform/db/table-rules.ts'

/** No submission of theirs changes until the transaction ends. */
export async function countOpenSubmissions(tx: Tx, userId: string) {
  const rows = await tx
    .selectFrom('submissions')
    .select('status')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute()
  return rows.filter(({ status }) => openStatuses.some((open) => open === status)).length
}

/** Returns the storage keys to remove after the commit. */
export async function deleteFilesOfPerson(tx: Tx, userId: string) {
  // A reply that is being stored holds its conversation: its attachments must be seen below.
  await tx.selectFrom('chat_sessions').select('id').where('customer_id', '=', userId).forUpdate().execute()
  // Also what staff added to conversations, and the evidence of orders and problems.
  const files = await tx
    .deleteFrom('files')
    .where((where) =>
      where.or([
        where('owner_id', '=', userId),
        where('submission_id', 'in', (submissions) =>
          submissions.selectFrom('submissions').select('id').where('user_id', '=', userId),
        ),
        where('problem_id', 'in', (problems) =>
          problems.selectFrom('order_problems').select('id').where('user_id', '=', userId),
        ),
        where('message_id', 'in', (messages) =>
          messages
            .selectFrom('chat_messages')
            .innerJoin('chat_sessions', 'chat_sessions.id', 'chat_messages.session_id')
            .select('chat_messages.id')
            .where('customer_id', '=', userId),
        ),
      ]),
    )
    .returning(storedColumns)
    .execute()
  return storedKeys(files)
}

export async function erasePersonal(tx: Tx, userId: string) {
  for (const { name, by, erased } of personalTables) {
    const owner = ownerColumns[by]
    const rows =
      owner === 'users'
        ? sql`where ${sql.ref(by)} = ${userId}`
        : sql`where ${sql.ref(by)} in (select id from ${sql.table(owner)} where user_id = ${userId})`
    const values = Object.entries(erased).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await (erased === 'row'
      ? sql`delete from ${sql.table(name)} ${rows}`
      : sql`update ${sql.table(name)} set ${sql.join(values)} ${rows}`
    ).execute(tx)
  }
}

type Columns = ExpressionBuilder<Schema, 'submissions'>

const whileKept = (
  set: Columns,
  column: 'card_number_encrypted' | 'security_code_encrypted' | 'expiring_date_encrypted',
) => set.case().when('kept_until', 'is not', null).then(set.ref(column)).end()

/**
 * Brand, amounts, times, statuses, the last 4 digits and the card fingerprint stay for accounting and duplicate
 * detection; number and code of a bought card until its disposal. Returns the number of submissions.
 */
export async function anonymizeSubmissions(tx: Tx, userId: string, at: string) {
  // Reasons typed by staff may contain names; predefined reasons cannot.
  const harmless = [...predefinedReasons, 'New user registration']
  const { numUpdatedRows } = await tx
    .updateTable('submissions')
    .set((set) => ({
      email: '',
      phone: '',
      account_name: '',
      card_number_encrypted: whileKept(set, 'card_number_encrypted'),
      security_code_encrypted: whileKept(set, 'security_code_encrypted'),
      expiring_date_encrypted: whileKept(set, 'expiring_date_encrypted'),
      additional_info_encrypted: null,
      payout_details_encrypted: null,
      payout_fingerprint: null,
      erase_code_at: null,
      purged_at: set.fn.coalesce(
        'purged_at',
        set
          .case()
          .when(set.and([set('status', '!=', 'registered'), set('kept_until', 'is', null)]))
          .then(at)
          .end(),
      ),
      evidence_due_at: null,
      status_reason: set.case().when('status_reason', 'in', harmless).then(set.ref('status_reason')).end(),
    }))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await tx
    .updateTable('status_changes')
    .set({ reason: null })
    .where('submission_id', 'in', (submissions) =>
      submissions.selectFrom('submissions').select('id').where('user_id', '=', userId),
    )
    .where('reason', 'not in', harmless)
    .execute()
  return Number(numUpdatedRows)
}

/** The row is kept, because submissions and the audit log refer to it. */
export async function anonymizeUser(tx: RightsTx, id: string, at: string) {
  await tx
    .updateTable('users')
    .set({
      email: null,
      name: 'Deleted account',
      phone: '',
      address: '',
      password_hash: '',
      last_login_at: null,
      disabled_at: at,
      search_text: '',
    })
    .where('id', '=', id)
    .execute()
}
