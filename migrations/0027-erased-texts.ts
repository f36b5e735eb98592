import type { Kysely } from 'kysely'
import { execute, executeOfEngine } from './statements.ts'

const message = 'Dispositions are append-only.'
/** Everything but the note and the reference, which people type and the deletion of an account erases. */
const fixed = [
  ...['id', 'submission_id', 'number', 'kind', 'at', 'face_cents', 'cost_cents', 'amount_cents', 'fee_cents', 'cause'],
  ...['buyer_id', 'place', 'lot_id', 'corrects', 'made_by', 'made_at'],
]
const isChanged = [
  ...fixed.map((column) => `new.${column} is distinct from old.${column}`),
  '(new.reference is not null and new.reference is distinct from old.reference)',
].join(' or ')

/** The reference of a disposition can be erased, and what statement lines say is found by its import. */
export async function up(db: Kysely<never>): Promise<void> {
  await executeOfEngine(db, {
    sqlite: [
      'drop trigger dispositions_no_update',
      `create trigger dispositions_no_update before update on dispositions when ${isChanged}
        begin select raise(abort, '${message}'); end`,
    ],
    postgres: [
      'drop trigger dispositions_no_update on dispositions',
      `create trigger dispositions_no_update before update on dispositions for each row when (${isChanged})
        execute function dispositions_are_append_only()`,
    ],
  })
  await execute(db, [
    `create index statement_lines_described on statement_lines (import_id) where description_encrypted is not null`,
  ])
}
