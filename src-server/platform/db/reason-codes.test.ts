import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { reasonTexts } from '#shared/status-reasons.ts'
import { openDatabase } from './database.ts'

test('the migration finds the codes of stored reasons by their texts', async () => {
  const db = openDatabase(':memory:')
  const { '0019-evidence': evidence, ...others } = migrations
  const earlier = Object.entries(others).filter(([name]) => name < '0019')
  for (const [, { up }] of earlier) await up(db as never)
  const given: [status: string, reason: string | null, code: string | null][] = [
    ['rejected', reasonTexts.rejected.linked, 'linked'],
    ['rejected', reasonTexts.rejected['sent-before'], 'sent-before'],
    ['rejected', 'Withdrawn by the customer.', 'withdrawn'],
    ['rejected', 'The card smells.', 'other'],
    ['rejected', null, 'none'],
    ['failed', 'Your payment provider refused the payout.', 'returned'],
    ['completed', reasonTexts.rejected.linked, 'other'],
    ['pending', null, null],
    ['registered', 'New user registration', null],
  ]
  await sql`insert into users (id, role, name, email, phone, address, password_hash, created_at, search_text)
    values ('dana', 'customer', 'Dana', 'dana@mail.example', '', '', '', '', '')`.execute(db)
  for (const [at, [status, reason]] of given.entries()) {
    const id = `GCE-${at}`
    await sql`insert into submissions (id, user_id, card_type, card_brand, card_value_cents, rate_bps, payout_cents,
      email, phone, account_name, card_number_masked, status, status_reason, version, created_at, updated_at)
      values (${id}, 'dana', '', '', 1, 1, 1, '', '', '', '', ${status}, ${reason}, 1, '', '')`.execute(db)
    await sql`insert into status_changes (id, submission_id, version, to_status, reason, changed_by, changed_at)
      values (${id}, ${id}, 1, ${status}, ${reason}, 'dana', '')`.execute(db)
  }
  await evidence?.up(db as never)
  const codes = given.map(([, , code]) => code)
  const orders = await db.selectFrom('submissions').select('status_reason_code').orderBy('id').execute()
  expect(orders.map((row) => row.status_reason_code)).toEqual(codes)
  const changes = await db.selectFrom('status_changes').select('reason_code').orderBy('id').execute()
  expect(changes.map((row) => row.reason_code)).toEqual(codes)
  await db.destroy()
})
