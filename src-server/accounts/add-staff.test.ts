import { expect } from 'vitest'
import { staffLinkMessages } from '#shared/staff-role.ts'
import { test } from '../testing/test-support/app-test.ts'
import { isTest, sources } from '../testing/test-support/read-sources.ts'
import { aStaffLink, inOneBrowser } from '../testing/test-support/staff-links.ts'
import {
  createTestApp,
  customerPassword,
  ownerPassword,
  type Person,
  type TestApp,
} from '../testing/test-support/test-app.ts'
import { isOnPostgres } from '../testing/test-support/test-database.ts'

test('lets new staff sign in with the returned one-time password', async ({ app }) => {
  const { api } = await app.staff()
  const added = await api.admin.staff.add({ name: 'Robin Lee', username: 'robin', role: 'support' })
  const login = await app.request('POST', '/api/admin/login', { body: { username: 'robin', password: added.password } })
  expect(login.json()).toMatchObject({ name: 'Robin Lee', username: 'robin', role: 'support' })
  expect(
    await app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'staff.added').execute(),
  ).toMatchObject([{ object_id: added.id, detail: 'robin, support' }])
})

test('rejects a taken username', async ({ app }) => {
  const { api } = await app.staff()
  await api.admin.staff.add({ name: 'Robin Lee', username: 'robin', role: 'support' })
  await expect(api.admin.staff.add({ name: 'Robin Low', username: 'robin', role: 'reviewer' })).rejects.toThrow(
    'The username robin is taken.',
  )
})

// With PostgreSQL the calls wait for connections too; races/staff shows the rule there.
test.skipIf(isOnPostgres())(
  'adds no staff when the owner is disabled while the password waits to be hashed',
  async ({ app }) => {
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

/** Changes of rows that the check of a call reads, in functions that need no lock of rights. */
const needNoLock: Readonly<Record<string, string>> = {
  countTrade: 'no right',
  updateUser: 'its type leaves out rights',
  replaceHash: 'the same password',
  updateLastLogin: 'no right',
  updateLastSeen: 'no right',
  updateLastUsed: 'no right',
  consumeStep: 'only in sign-ins and by those who have a second factor',
  updateWrongCodes: 'only in sign-ins and by those who have a second factor',
  deleteExpiredSessions: 'the check reads the time itself',
  deleteStaffLinksOf: 'permits more',
  deleteEverything: 'locks the table of users',
  endAllLogins: 'before restored data is served',
}

const functions = /^(?:export )?(?:async )?function (\w+)[\s\S]*?^}/gm
const change = /(?:updateTable|deleteFrom)\('(?:users|sessions|api_tokens|second_factors|staff_links)'\)/
const newLink = /insertInto\('staff_links'\)/

test('what the check of a call reads changes only after the rights of its people are locked', () => {
  const changes = [...sources]
    .filter(([file]) => file.startsWith('src-server/') && !isTest(file) && !file.includes('/testing/'))
    .flatMap(([, text]) => [...text.matchAll(functions)])
    .filter(([text]) => change.test(text) || newLink.test(text))
  const unlocked = changes.filter(([text]) => !text.includes('tx: RightsTx')).map(([, name]) => name)
  expect(unlocked.sort()).toEqual(Object.keys(needNoLock).sort())
  expect(changes.length).toBeGreaterThan(unlocked.length + 10)
})

const linksOf = async (owner: Person, { id }: Person) =>
  (await owner.api.admin.staff.list()).find((member) => member.id === id)?.alsoCustomers
const auditOf = async ({ ctx }: TestApp, action: string) =>
  ctx.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('sequence').execute()

async function open(app: TestApp) {
  const [boss, rob, customer] = [await app.staff(), await app.colleague('reviewer'), await app.customer('Rob Vale')]
  const link = { customerId: customer.id, name: 'Rob Vale', email: customer.email, since: expect.any(String) }
  return { boss, rob, customer, link }
}

test('one request of a browser that is signed in as both is enough, and is audited once', async ({ app }) => {
  const { boss, rob, customer, link } = await open(app)
  const as = inOneBrowser(rob, customer)
  for (let count = 0; count < 2; count++) await app.request('GET', '/api/user/transactions', { as })
  expect(await linksOf(boss, rob)).toEqual([{ ...link, how: 'same-browser', since: app.clock.now().toISOString() }])
  expect(await auditOf(app, 'staff.linked')).toMatchObject([
    { actor_id: rob.id, object_id: rob.id, detail: `same-browser, customer ${customer.id}` },
  ])
})

test('staff who have to replace their first password are linked too', async ({ app }) => {
  const { boss, rob, customer } = await open(app)
  await app.ctx.db.updateTable('users').set({ must_change_password: 1 }).where('id', '=', rob.id).execute()
  await app.request('GET', '/api/user/transactions', { as: inOneBrowser(rob, customer) })
  expect(await linksOf(boss, rob)).toHaveLength(1)
})

test.each(['staff', 'customer'] as const)(
  'a sign-in as %s in a browser of the other person links the two',
  async (second) => {
    await using app = await createTestApp({ LIMITS: 'on' })
    const customer = await app.customer('Rob Vale')
    const boss = await app.staff()
    const [first, url, body] =
      second === 'staff'
        ? [customer, '/api/admin/login', { username: 'owner', password: ownerPassword }]
        : [boss, '/api/auth/sign-in', { email: customer.email, password: customerPassword }]
    // What is left in the browser after the sign-out.
    const device = first.cookie.split('; ').filter((cookie) => cookie.includes('-device='))
    expect(device).toHaveLength(1)
    const signedIn = await app.request('POST', url, { body, headers: { cookie: device.join() } })
    expect(signedIn.statusCode).toBe(200)
    expect(await linksOf(boss, boss)).toMatchObject([{ customerId: customer.id, how: 'same-browser' }])
  },
)

test('two browsers create no link', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const { boss, rob, customer } = await open(app)
  await app.request('GET', '/api/user/transactions', { as: customer })
  await rob.api.admin.submissions.list()
  expect(await linksOf(boss, rob)).toEqual([])
})

test('an owner declares a link by the email address of the customer', async ({ app }) => {
  const { boss, rob, customer, link } = await open(app)
  const declare = (email: string, id = rob.id) => boss.api.admin.staff.link({ id, email })
  await expect(declare('nobody@mail.example')).rejects.toThrow(staffLinkMessages.noCustomer)
  await expect(declare(' ')).rejects.toThrow('Enter an email address.')
  await expect(declare(customer.email, customer.id)).rejects.toThrow('Not found.')
  await declare(customer.email.toUpperCase())
  expect(await linksOf(boss, rob)).toEqual([{ ...link, how: 'declared' }])
  await expect(declare(customer.email)).rejects.toThrow(staffLinkMessages.isLinked)
  expect(await auditOf(app, 'staff.linked')).toMatchObject([
    { actor_id: boss.id, object_id: rob.id, detail: `declared, customer ${customer.id}` },
  ])
})

test('another owner removes a link, which only an owner can make again', async ({ app }) => {
  const { boss, rob, customer } = await open(app)
  const olga = await app.colleague('owner')
  const both = inOneBrowser(olga, customer)
  await app.request('GET', '/api/user/transactions', { as: both })
  const remove = (by: Person, { id }: Person) => by.api.admin.staff.unlink({ id, customerId: customer.id })
  await expect(remove(olga, olga)).rejects.toThrow(staffLinkMessages.ownLink)
  await expect(remove(boss, rob)).rejects.toThrow('Not found.')
  await remove(boss, olga)
  await expect(remove(boss, olga)).rejects.toThrow('Not found.')
  await app.request('GET', '/api/user/transactions', { as: both })
  expect(await linksOf(boss, olga)).toEqual([])
  expect(await auditOf(app, 'staff.unlinked')).toMatchObject([
    { actor_id: boss.id, object_id: olga.id, detail: `customer ${customer.id}` },
  ])
  await boss.api.admin.staff.link({ id: olga.id, email: customer.email })
  expect(await linksOf(boss, olga)).toMatchObject([{ how: 'declared' }])
})

test('a deleted account has no links', async ({ app }) => {
  const { boss, rob, customer } = await open(app)
  await aStaffLink(app, rob, customer)
  await customer.api.account.deleteAccount({ password: customerPassword })
  expect(await linksOf(boss, rob)).toEqual([])
  expect(await app.ctx.db.selectFrom('staff_links').selectAll().execute()).toEqual([])
})
