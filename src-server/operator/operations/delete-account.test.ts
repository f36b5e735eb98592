import { expect } from 'vitest'
import { sweepOrphans } from '../../files/sweep-orphans.ts'
import { test } from '../../testing/test-support/app-test.ts'
import {
  aFinishedSubmission,
  anUpload,
  aPaymentMethod,
  aSubmission,
  completedReason,
} from '../../testing/test-support/factories.ts'
import { openSocket } from '../../testing/test-support/socket-page.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

const remove = (customer: Person, password = customerPassword) => customer.api.account.deleteAccount({ password })
const reason = completedReason

const storedKeys = ({ storage }: TestApp) => [...storage.objects.keys()]

test('keeps final submissions without personal data', async ({ app, customer }) => {
  const paid = await aFinishedSubmission(app, customer)
  const named = await aFinishedSubmission(app, customer, 'Hello Dana, paid to $dana_r.')
  const before = await app.ctx.db.selectFrom('submissions').selectAll().orderBy('id').execute()
  await remove(customer)
  const anonymized = {
    email: '',
    phone: '',
    account_name: '',
    card_number_encrypted: null,
    security_code_encrypted: null,
    expiring_date_encrypted: null,
    additional_info_encrypted: null,
    payout_details_encrypted: null,
    payout_fingerprint: null,
  }
  const now = app.clock.now().toISOString()
  const expected = before.map((row) => ({
    ...row,
    ...anonymized,
    ...(row.status !== 'registered' && { purged_at: now }),
    ...(row.id === named && { status_reason: null }),
  }))
  expect(before.map(({ status }) => status).sort()).toEqual(['completed', 'completed', 'registered'])
  expect(await app.ctx.db.selectFrom('submissions').selectAll().orderBy('id').execute()).toEqual(expected)

  const staff = await app.staff()
  const { data } = await staff.api.admin.submissions.list({ page: 1, limit: 10 })
  expect(data.find(({ id }) => id === paid)).toMatchObject({
    email: '',
    payoutAmount: 92,
    statusReason: reason,
    paymentDetails: 'N/A',
    cardNumber: expect.stringMatching(/6KRD$/),
    uploadedFiles: [],
  })
  const histories = await Promise.all(
    [paid, named].map((submissionId) => staff.api.admin.submissions.history({ submissionId })),
  )
  expect(histories.map((changes) => changes.map(({ reason }) => reason ?? null))).toEqual([
    [null, reason],
    [null, null],
  ])
  expect(JSON.stringify(histories)).not.toContain('Dana')
})

test.each(['pending', 'processing'] as const)('rejects the deletion while a submission is %s', async (status) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const submissionId = await aSubmission(app, customer)
  await (await app.staff()).api.admin.submissions.setStatus({ submissionId, status })
  const before = [await app.ctx.db.selectFrom('users').selectAll().execute(), storedKeys(app)]
  await expect(remove(customer)).rejects.toMatchObject({
    message: 'An order is still pending or processing. You can delete your account once it is finished.',
    cause: { code: 'conflict' },
  })
  expect([await app.ctx.db.selectFrom('users').selectAll().execute(), storedKeys(app)]).toEqual(before)
  expect(await customer.api.transactions.list()).toHaveLength(1)
})

test('a wrong password deletes nothing', async ({ customer }) => {
  await expect(remove(customer, 'not-the-password')).rejects.toMatchObject({
    message: 'Wrong password. Please try again.',
    cause: { code: 'bad_request', detail: { field: 'password' } },
  })
  expect((await customer.api.account.session()).customer).toMatchObject({ email: customer.email })
})

test('ends sessions and sockets and makes the address available for registration', async ({ app, url, customer }) => {
  const elsewhere = await app.signInAgain(customer)
  await aFinishedSubmission(app, customer)
  const { closed } = await openSocket(url, elsewhere.cookie)
  const body = { password: customerPassword }
  const response = await app.request('POST', '/trpc/account.deleteAccount', { as: customer, body })
  expect(response.statusCode).toBe(200)
  expect(response.cookies).toMatchObject([{ name: 'gce', value: '', expires: new Date(0) }])
  expect(await closed).toBe(4401)
  expect((await app.request('GET', '/api/user/transactions', { as: customer })).statusCode).toBe(401)

  const signIn = { email: customer.email, password: customerPassword }
  const gone = await app.request('POST', '/api/auth/sign-in', { body: signIn })
  expect(gone.json()).toMatchObject({ title: 'Account Not Found' })
  const form = { name: 'Sam Ode', phone: '555-010-0101', confirmPassword: customerPassword, ...signIn }
  const fresh = await app.request('POST', '/api/auth/sign-up', { body: form })
  expect(fresh.statusCode).toBe(201)
  expect(fresh.json().id).not.toBe(customer.id)
  const cookie = `gce=${fresh.cookies[0]?.value}`
  expect((await app.request('GET', '/api/user/transactions', { headers: { cookie } })).json()).toEqual([])
})

test('removes photos; those that could not be removed are swept', async ({ app, customer, other }) => {
  await aFinishedSubmission(app, customer)
  const unsent = await anUpload(app, customer)
  const before = storedKeys(app)
  const theirs = await anUpload(app, other)
  const kept = storedKeys(app).filter((key) => !before.includes(key))
  const { storage } = app.ctx
  const removed: string[] = []
  app.ctx.storage = {
    ...storage,
    remove: async (key) => {
      if (removed.length > 0) throw new Error('the disk is gone')
      removed.push(key)
      await storage.remove(key)
    },
  }
  await remove(customer)
  expect(await app.ctx.db.selectFrom('files').select('id').execute()).toEqual([{ id: theirs }])
  // One of two photos with renditions was removed; those of the other customer are kept.
  expect(storedKeys(app)).toHaveLength(3 + 2)
  expect([...removed, ...storedKeys(app)]).toContain(unsent)
  app.ctx.storage = storage
  for (const object of app.storage.objects.values()) object.writtenAt = app.clock.now().getTime()
  app.clock.advance(2 * 60 * 60 * 1000)
  await sweepOrphans(app.ctx)
  expect(storedKeys(app)).toEqual(kept)
})

test('leaves the data of other customers unchanged', async ({ app }) => {
  const [customer, other] = [await app.customer(), await app.customer('Marcus Bell')]
  await aFinishedSubmission(app, customer)
  const submissionId = await aSubmission(app, other)
  await aPaymentMethod(other, { type: 'zelle', details: '555-0100' })
  const all = async () => [
    await other.api.transactions.list(),
    await other.api.account.paymentMethods(),
    await other.api.account.session(),
    await app.ctx.db.selectFrom('submissions').selectAll().where('id', '=', submissionId).execute(),
  ]
  const before = await all()
  await remove(customer)
  expect(await all()).toEqual(before)
})

test('a request authorized before the deletion cannot write data afterwards', async ({ app, customer }) => {
  const fileIds = [await anUpload(app, customer)]
  const late = await app.authorized(customer)
  await remove(customer)
  const profile = { email: customer.email, phone: '555-010-0100', address: '' }
  await expect(late.api.account.saveProfile(profile)).rejects.toThrow('Please sign in.')
  await expect(aPaymentMethod(late, { type: 'zelle', details: '555-0100' })).rejects.toThrow('sign in')
  await expect(aSubmission(app, late, { fileIds })).rejects.toThrow('Please sign in.')
  expect(await app.ctx.db.selectFrom('payment_methods').selectAll().execute()).toEqual([])
})

test('writes an audit log entry with actor, time and IP, but no name', async ({ app, customer }) => {
  await remove(customer)
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().execute()
  expect(entries).toMatchObject([
    {
      action: 'account.deleted',
      actor_id: customer.id,
      object_id: customer.id,
      detail: '1 records kept without names',
    },
  ])
})

test('of two concurrent deletions one succeeds and the other is unauthorized', async ({ app, customer }) => {
  const elsewhere = await app.signInAgain(customer)
  const outcomes = await Promise.allSettled([remove(customer), remove(elsewhere)])
  expect(outcomes).toContainEqual({ status: 'fulfilled', value: { ok: true } })
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { cause: { code: 'unauthorized' } } },
  ])
  const { db } = app.ctx
  const written = db.selectFrom('audit_log').select('id').where('action', '=', 'account.deleted')
  expect(await written.execute()).toHaveLength(1)
  expect(await db.selectFrom('purges').select('id').where('what', '=', 'account').execute()).toHaveLength(1)
})
