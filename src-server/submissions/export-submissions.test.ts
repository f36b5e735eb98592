import { get } from 'node:http'
import { expect } from 'vitest'
import { statusReasons } from '#shared/status-reasons.ts'
import { noRequest } from '../audit/audit-queries.ts'
import { seedQueue } from '../testing/bench/seed-queue.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { listening } from '../testing/test-support/socket-page.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { exportSubmissions } from './export-submissions.ts'

const URL = '/api/admin/submissions.csv'
const exported = async (app: TestApp, as: Person, query = '') => (await app.request('GET', URL + query, { as })).body

/** Parses a CSV file as RFC 4180 says; throws if it is invalid. */
function parse(file: string): string[][] {
  const text = file.replace(/^\ufeff/, '')
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  const records: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error('This is no CSV.')
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') records.push([])
  }
  return records.slice(0, -1)
}

/** Maps each record by the names of the header line. */
function read(file: string): Record<string, string>[] {
  const [names = [], ...records] = parse(file)
  return records.map((record) => Object.fromEntries(names.map((name, at) => [name, record[at] ?? '?'])))
}

test('exports all rows of the queue, newest first, masked, with the date in the file name', async ({ app }) => {
  const customer = await app.customer()
  app.clock.advance(60_000)
  const first = await aSubmission(app, customer)
  app.clock.advance(60_000)
  const second = await aSubmission(app, customer, { cardBrand: 'target', cardValue: 50 })
  const staff = await app.staff()
  await staff.api.admin.submissions.setStatus({
    submissionId: first,
    status: 'completed',
    reason: statusReasons.completed[0],
  })
  const response = await app.request('GET', URL, { as: staff })
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/csv; charset=utf-8/),
    'content-disposition': `attachment; filename=submissions-${app.clock.now().toISOString().slice(0, 10)}.csv`,
    'x-content-type-options': 'nosniff',
  })
  expect(response.body.startsWith('\ufeffSubmission ID,Created,')).toBe(true)
  expect(read(response.body)).toMatchObject([
    { 'Submission ID': second, Status: 'Pending', 'Card type': 'Target', 'Card value': '50' },
    {
      'Submission ID': first,
      Status: 'Completed',
      Reason: statusReasons.completed[0],
      Condition: 'Brand New',
      'Card value': '100',
      Rate: '0.92',
      Payout: '92',
      'Card number': '•••• 6KRD',
      Email: customer.email,
      'Account name': 'Dana Reyes',
      'Payment method': 'Cash App',
    },
    { Status: 'Registered', 'Payment method': 'N/A' },
  ])
})

test('exports no secret, not even one that staff wrote into a reason', async ({ app, customer }) => {
  const additionalInfo = 'The code is 8841 as well'
  const bank = { paymentMethod: 'bank', accountNumber: '000123456789', routingNumber: '021000021' }
  const ids = [
    await aSubmission(app, customer, { additionalInfo, expiringDate: '12/29' }),
    await aSubmission(app, customer, { ...bank, cardNumber: '6395 0581 7723 0040' }),
  ]
  const staff = await app.staff()
  for (const submissionId of ids)
    await staff.api.admin.submissions.setStatus({
      submissionId,
      status: 'rejected',
      reason: 'Code 8841 of X2MW9QP4 is used.',
    })
  const file = await exported(app, staff)
  const secrets = [
    '8841',
    'X2MW',
    '9QP4',
    '6395',
    '0581',
    '$dana_r',
    '123456789',
    '021000021',
    '12/29',
    'as well',
    'k1.',
  ]
  expect(secrets.filter((secret) => file.includes(secret))).toEqual([])
  expect(read(file).map(({ Reason }) => Reason)).toContain('Written by staff')
})

test('preserves hostile names and leaves no formula', async ({ app, customer }) => {
  const names = ['=1+1', '+1', '-1', '@x', '=HYPERLINK("http://x","y")', 'a,b', 'say "hi"', 'Zoë 王', "'=1", ' =2']
  for (const accountName of names) {
    app.clock.advance(60_000)
    const id = await aSubmission(app, customer)
    await app.ctx.db.updateTable('submissions').set({ account_name: accountName }).where('id', '=', id).execute()
  }
  const { db } = app.ctx
  await db
    .updateTable('submissions')
    .set({ phone: '\t=1\r\n"x', email: '\r=x' })
    .where('account_name', '=', 'a,b')
    .execute()
  const records = read(await exported(app, await app.staff()))
    .slice(0, names.length)
    .reverse()
  const shown = names.map((name) => (/^\s*[=+\-@]/.test(name) ? `'${name}` : name))
  expect(records.map((record) => record['Account name'])).toEqual(shown)
  expect(records[5]).toMatchObject({ Phone: `'\t'=1\r\n"x`, Email: "'\r'=x" })
})

test('applies the same filter as the queue', async ({ app }) => {
  await seedQueue(app.ctx, 1300, 60_000)
  const staff = await app.staff()
  const ids = async (query: string) => read(await exported(app, staff, query)).map((record) => record['Submission ID'])
  const rows = await app.ctx.db
    .selectFrom('submissions')
    .select(['id', 'status', 'card_type', 'email'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const wanted = (isMatch: (row: (typeof rows)[number]) => boolean) => rows.filter(isMatch).map(({ id }) => id)
  for (const all of ['', '?status=all', '?status=']) expect(await ids(all)).toEqual(wanted(() => true))
  expect(await ids('?status=completed')).toEqual(wanted(({ status }) => status === 'completed'))
  expect(await ids('?search=STEAM')).toEqual(wanted(({ card_type }) => card_type.includes('Steam')))
  expect(await ids('?status=completed&search=mail.example')).toEqual(
    wanted(({ status, email }) => status === 'completed' && email.includes('mail.example')),
  )
  expect(await ids('?search=q&status=rejected')).toEqual(
    wanted(({ id, status, email, card_type }) => status === 'rejected' && /q/i.test(`${id} ${email} ${card_type}`)),
  )
  expect(await ids('?search=nobody-here')).toEqual([])
})

test.each(['status=paid', 'search=a&search=b', `search=${'x'.repeat(201)}`])(
  'rejects %s and writes no audit entry',
  async (query) => {
    await using app = await createTestApp()
    const response = await app.request('GET', `${URL}?${query}`, { as: await app.staff() })
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad_request'])
    const entries = await app.ctx.db.selectFrom('audit_log').select('action').execute()
    expect(entries.map(({ action }) => action)).not.toContain('submissions.exported')
  },
)

test('writes the audit entry before the first row, without an e-mail address', async ({ app, reviewer }) => {
  const by = { id: reviewer.id, ip: '10.0.0.7', apiToken: undefined }
  const entries = () =>
    app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'submissions.exported').orderBy('at').execute()
  await exportSubmissions(app.call, by, { status: 'completed', search: 'steam' })
  expect(await entries()).toMatchObject([
    { actor_id: reviewer.id, object_id: 'submissions', detail: 'completed, search: steam', ip: '10.0.0.7' },
  ])
  const details: (string | undefined)[] = []
  for (const search of [undefined, 'GCE-12', 'dana.reyes@mail']) {
    app.clock.advance(1000)
    await exportSubmissions(app.call, by, { search })
    details.push((await entries()).at(-1)?.detail)
  }
  expect(details).toEqual(['all', 'all, search: GCE-12', 'all, search: 15 characters that may name a person'])
})

test('reads rows only as the pieces are consumed', async ({ app }) => {
  await seedQueue(app.ctx, 1600, 60_000)
  const pieces = await exportSubmissions(app.call, { id: 'x', ...noRequest }, {})
  await pieces.next()
  await pieces.next()
  const { db } = app.ctx
  await db.updateTable('submissions').set({ account_name: 'changed during the export' }).execute()
  expect((await pieces.next()).value).toContain('changed during the export')
  await pieces.return(undefined)
  expect(await pieces.next()).toEqual({ done: true, value: undefined })
})

test('exports no row twice when rows are added or change status during the export', async ({ app }) => {
  await seedQueue(app.ctx, 1200, 60_000)
  const { db } = app.ctx
  const lines: string[] = []
  for await (const piece of await exportSubmissions(app.call, { id: 'x', ...noRequest }, {})) {
    lines.push(...parse(piece).map(([id = '']) => id))
    await seedQueue(app.ctx, 20, 60_000)
    await db
      .updateTable('submissions')
      .set({ status: 'failed' })
      .where('id', '=', lines.at(-1) ?? '')
      .execute()
  }
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines.length).toBeGreaterThanOrEqual(1201)
})

test('survives a client that disconnects during an export', async ({ app }) => {
  await seedQueue(app.ctx, 4000, 60_000)
  const staff = await app.staff()
  const { host } = await listening(app)
  const hungUp = new Promise<void>((resolve) => {
    get(`http://${host}${URL}`, { headers: { cookie: staff.cookie } }, (response) => {
      response.once('data', () => response.destroy())
      response.once('close', resolve)
    })
  })
  await hungUp
  expect(read(await exported(app, staff))).toHaveLength(4000)
  expect(app.log()).not.toContain('"level":50')
})
