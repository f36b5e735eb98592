import { expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { seedDatabase } from './seed-database.ts'

test('seeds valid data with every status and state of payouts, without mails, and only into an empty database', async () => {
  await using app = await createTestApp()
  const { submissions } = await seedDatabase(app.ctx, app.clock)
  expect(await app.ctx.db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
  const staff = await app.staff()
  const { data, pagination } = await staff.api.admin.submissions.list({ limit: 100 })
  const statuses = ['pending', 'processing', 'completed', 'rejected', 'failed', 'registered']
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(statuses))
  const payouts = await staff.api.payouts.list({ limit: 100 })
  const states = ['ready', 'held', 'sending', 'paid', 'returned', 'canceled']
  expect(new Set(payouts.data.map(({ state }) => state))).toEqual(new Set(states))
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
  expect(pagination.totalItems).toBeGreaterThan(submissions)
  await expect(seedDatabase(app.ctx, app.clock)).rejects.toThrow('The database is not empty')
  // Sign-ups, photos and encryption take time.
}, 60_000)
