import { expect, test } from 'vitest'
import { createTestApp } from '../test-support/test-app.ts'
import { seedDatabase } from './seed-database.ts'

test('demo data is legal, shows every status, mails nobody, and never mixes with real data', async () => {
  await using app = await createTestApp()
  const { submissions } = await seedDatabase(app.ctx, app.clock)
  expect(await app.ctx.db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
  const staff = await app.staff()
  const { data, pagination } = await staff.api.admin.submissions.list({ limit: 100 })
  const statuses = ['pending', 'processing', 'completed', 'rejected', 'failed', 'registered']
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(statuses))
  expect(pagination.totalItems).toBeGreaterThan(submissions)
  await expect(seedDatabase(app.ctx, app.clock)).rejects.toThrow('The database is not empty')
  // It signs people up, draws photos and seals them dozens of times.
}, 60_000)
