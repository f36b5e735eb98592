import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statusReasons } from '#shared/status-reasons.ts'
import { sweepOrphans } from '../files/sweep-orphans.ts'
import { anUpload, aPhoto, aSubmission, aToken, multipart } from '../testing/makers.ts'
import { listening, openSocket } from '../testing/socket-page.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-app.ts'

const remove = (customer: Person, password = customerPassword) => customer.api.account.deleteAccount({ password })
const reason = statusReasons.completed[0] ?? ''

async function aFinishedOrder(app: TestApp, customer: Person, words = reason): Promise<string> {
  const submissionId = await aSubmission(app, customer)
  await (await app.staff()).api.admin.setStatus({ submissionId, status: 'completed', reason: words })
  return submissionId
}

const storedKeys = ({ storage }: TestApp) => [...storage.objects.keys()]

/** Which of these texts stand somewhere in the files of a folder, as they are. */
function foundIn(folder: string, texts: readonly string[]): string[] {
  const bytes = Buffer.concat(readdirSync(folder).map((file) => readFileSync(path.join(folder, file))))
  return texts.filter((text) => bytes.includes(text))
}

/** Which of these triples of characters stand in the search index, as they are. Its parts are too small to be found by whole words. */
async function indexed({ ctx }: TestApp, triples: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ block: Buffer }>`select block from submission_search_data`.execute(ctx.db)
  const bytes = Buffer.concat(rows.map(({ block }) => block))
  return triples.filter((triple) => bytes.includes(triple))
}

test('nothing that names the person is left in any file of the database', async () => {
  using folder = tempFolder()
  await using app = await createTestApp({ DATABASE_URL: `sqlite:${folder.path}/exchange.sqlite` })
  const customer = await app.customer('Wilhelmina Featherstone')
  const submissionId = await aFinishedOrder(app, customer, 'Wilhelmina, we have paid you.')
  await (await app.staff()).api.admin.addNote({ submissionId, text: 'Wilhelmina called about it.' })
  const rest = { phone: '555-987-6543', address: '77 Heron Quay' }
  await customer.api.account.saveProfile({ email: 'in-between@mail.example', ...rest })
  await app.visitor.account.requestPasswordReset({ email: 'in-between@mail.example' })
  await app.mails()
  await customer.api.account.saveProfile({ email: 'w.featherstone@mail.example', ...rest })
  await customer.api.account.addPaymentMethod({ type: 'paypal', details: 'w.featherstone@mail.example' })
  await anUpload(app, customer, 'wilhelmina-front.png')
  const letter = await anUpload(app, customer, 'wilhelmina-letter.png')
  const { sessionId } = await customer.api.chat.send({
    subject: 'My address',
    message: 'I live at 77 Heron Quay.',
    fileIds: [letter],
  })
  const answer = multipart({ sessionId }, [{ name: 'w-feather-statement.png', bytes: aPhoto() }])
  const as = await app.staff()
  expect((await app.request('POST', '/api/admin/chat/reply', { as, ...answer })).statusCode).toBe(200)
  await aFinishedOrder(app, customer)
  const theirs = { customerEmail: 'w.featherstone@mail.example', name: 'Shop of Wilhelmina Featherstone' }
  await aToken(await app.staff(), ['orders'], theirs)
  await app.request('POST', '/api/admin/login', { body: { username: 'w.featherstone@mail.example', password: 'x' } })
  await app.visitor.account.requestPasswordReset({ email: 'w.featherstone@mail.example' })
  await app.mails()
  await app.visitor.account.requestPasswordReset({ email: 'w.featherstone@mail.example' })
  const { db } = app.ctx
  const orders = await db.selectFrom('submissions').selectAll().where('user_id', '=', customer.id).execute()
  const methods = await db.selectFrom('payment_methods').selectAll().execute()
  const chats = await db.selectFrom('chat_sessions').selectAll().execute()
  const messages = await db.selectFrom('chat_messages').selectAll().execute()
  const notes = await db.selectFrom('order_notes').selectAll().execute()
  const sealed = [...orders, ...methods, ...chats, ...messages, ...notes].flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) => (column.endsWith('_sealed') && value ? [String(value)] : [])),
  )
  expect(sealed.length).toBeGreaterThanOrEqual(8)
  const secrets = ['Featherstone', 'Wilhelmina', customer.email, 'w.featherstone', '555-987-6543', '77 Heron Quay']
  const all = [
    ...secrets,
    // As staff search for them.
    'wilhelmina featherstone',
    '5559876543',
    'in-between@mail.example',
    '555-010-0100',
    'Dana Reyes',
    'wilhelmina-front',
    'wilhelmina-letter',
    'w-feather-statement',
    'front.png',
    ...sealed,
    ...orders.flatMap((row) => row.payout_fingerprint ?? []),
  ]
  expect(foundIn(folder.path, all)).toEqual(all)
  // Of the address; the index leaves out what a triple has in common with the one before it.
  const triples = ['w.f', 'fea', 'rst', 'sto', 'ne@', 'n-b', 'twe']
  expect((await indexed(app, triples)).length).toBeGreaterThanOrEqual(4)

  await remove(customer)
  expect(foundIn(folder.path, all)).toEqual([])
  expect(await indexed(app, triples)).toEqual([])
})

test('finished orders stay for the books, without the person', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const paid = await aFinishedOrder(app, customer)
  const told = await aFinishedOrder(app, customer, 'Dear Dana, paid to $dana_r.')
  const before = await app.ctx.db.selectFrom('submissions').selectAll().orderBy('id').execute()
  await remove(customer)
  const nobody = {
    email: '',
    phone: '',
    account_name: '',
    card_number_sealed: null,
    security_code_sealed: null,
    expiring_date_sealed: null,
    additional_info_sealed: null,
    payout_details_sealed: null,
    payout_fingerprint: null,
  }
  const expected = before.map((row) => ({ ...row, ...nobody, ...(row.id === told && { status_reason: null }) }))
  expect(before.map(({ status }) => status).sort()).toEqual(['completed', 'completed', 'registered'])
  expect(await app.ctx.db.selectFrom('submissions').selectAll().orderBy('id').execute()).toEqual(expected)

  const staff = await app.staff()
  const { data } = await staff.api.admin.submissions({ page: 1, limit: 10 })
  expect(data.find(({ id }) => id === paid)).toMatchObject({
    email: '',
    payoutAmount: 92,
    statusReason: reason,
    paymentDetails: 'N/A',
    cardNumber: expect.stringMatching(/6KRD$/),
    uploadedFiles: [],
  })
  const histories = await Promise.all([paid, told].map((submissionId) => staff.api.admin.history({ submissionId })))
  expect(histories.map((changes) => changes.map(({ reason }) => reason ?? null))).toEqual([
    [null, reason],
    [null, null],
  ])
  expect(JSON.stringify(histories)).not.toContain('Dana')
})

test.each(['pending', 'processing'] as const)(
  'while an order is %s it is refused and nothing changes',
  async (status) => {
    await using app = await createTestApp()
    const customer = await app.customer()
    const submissionId = await aSubmission(app, customer)
    await (await app.staff()).api.admin.setStatus({ submissionId, status })
    const before = [await app.ctx.db.selectFrom('users').selectAll().execute(), storedKeys(app)]
    await expect(remove(customer)).rejects.toMatchObject({
      message: 'An order is still pending or processing. You can delete your account once it is finished.',
      cause: { code: 'conflict' },
    })
    expect([await app.ctx.db.selectFrom('users').selectAll().execute(), storedKeys(app)]).toEqual(before)
    expect(await customer.api.transactions.list()).toHaveLength(1)
  },
)

test('a wrong password deletes nothing', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  await expect(remove(customer, 'not-the-password')).rejects.toMatchObject({
    message: 'The password is not right. Please try again.',
    cause: { code: 'bad_request', detail: { field: 'password' } },
  })
  expect((await customer.api.account.session()).customer).toMatchObject({ email: customer.email })
})

test('sessions end with their sockets, and the address can be registered again by somebody new', async () => {
  await using app = await createTestApp()
  const { url } = await listening(app)
  const customer = await app.customer()
  const elsewhere = await app.signInAgain(customer)
  await aFinishedOrder(app, customer)
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

test('photos go, and those that could not be removed are swept', async () => {
  await using app = await createTestApp()
  const [customer, other] = [await app.customer(), await app.customer()]
  await aFinishedOrder(app, customer)
  const unsent = await anUpload(app, customer)
  const theirs = await anUpload(app, other)
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
  expect(storedKeys(app)).toHaveLength(2)
  expect([...removed, ...storedKeys(app)]).toContain(unsent)
  app.ctx.storage = storage
  for (const object of app.storage.objects.values()) object.writtenAt = app.clock.now().getTime()
  app.clock.advance(2 * 60 * 60 * 1000)
  await sweepOrphans(app.ctx)
  expect(storedKeys(app)).toEqual([theirs])
})

test('what belongs to others stays as it was', async () => {
  await using app = await createTestApp()
  const [customer, other] = [await app.customer(), await app.customer('Marcus Bell')]
  await aFinishedOrder(app, customer)
  const order = await aSubmission(app, other)
  await other.api.account.addPaymentMethod({ type: 'zelle', details: '555-0100' })
  const all = async () => [
    await other.api.transactions.list(),
    await other.api.account.paymentMethods(),
    await other.api.account.session(),
    await app.ctx.db.selectFrom('submissions').selectAll().where('id', '=', order).execute(),
  ]
  const before = await all()
  await remove(customer)
  expect(await all()).toEqual(before)
})

test('a request that was let in before cannot bring anything back', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const fileIds = [await anUpload(app, customer)]
  const late = await app.letIn(customer)
  await remove(customer)
  const profile = { email: customer.email, phone: '555-010-0100', address: '' }
  await expect(late.api.account.saveProfile(profile)).rejects.toThrow('Please sign in.')
  await expect(late.api.account.addPaymentMethod({ type: 'zelle', details: '555-0100' })).rejects.toThrow('sign in')
  await expect(aSubmission(app, late, { fileIds })).rejects.toThrow('Please sign in.')
  expect(await app.ctx.db.selectFrom('payment_methods').selectAll().execute()).toEqual([])
})

test('it is in the audit log: who, when and from where, and no name', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
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
