import { expect, test } from 'vitest'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'

test('lets new staff sign in with the returned one-time password', async () => {
  await using app = await createTestApp()
  const { api } = await app.staff()
  const added = await api.admin.staff.add({ name: 'Robin Lee', username: 'robin', role: 'support' })
  const login = await app.request('POST', '/api/admin/login', { body: { username: 'robin', password: added.password } })
  expect(login.json()).toMatchObject({ name: 'Robin Lee', username: 'robin', role: 'support' })
  expect(
    await app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'staff.added').execute(),
  ).toMatchObject([{ object_id: added.id, detail: 'robin, support' }])
})

test('rejects a taken username', async () => {
  await using app = await createTestApp()
  const { api } = await app.staff()
  await api.admin.staff.add({ name: 'Robin Lee', username: 'robin', role: 'support' })
  await expect(api.admin.staff.add({ name: 'Robin Low', username: 'robin', role: 'reviewer' })).rejects.toThrow(
    'The username robin is taken.',
  )
})

// With PostgreSQL the calls wait for connections too; races/staff shows the rule there.
test.skipIf(isOnPostgres())(
  'adds no staff when the owner is disabled while the password waits to be hashed',
  async () => {
    await using app = await createTestApp()
    const [owner, colleague] = [await app.staff(), await app.colleague('owner')]
    const form = { email: 'nobody@mail.example', password: 'a-wrong-password' }
    const attempts = Array.from({ length: 20 }, () => app.visitor.account.signIn(form))
    const adding = colleague.api.admin.staff.add({ name: 'Robin Lee', username: 'robin', role: 'owner' })
    await owner.api.admin.staff.setActive({ id: colleague.id, isActive: false })
    const [added] = await Promise.allSettled([adding, ...attempts])
    expect(added).toMatchObject({ status: 'rejected', reason: { cause: { code: 'unauthorized' } } })
    const found = await app.ctx.db.selectFrom('users').select('id').where('username', '=', 'robin').execute()
    expect(found).toEqual([])
  },
)
