import { expect } from 'vitest'
import { seedBrands } from '#shared/brands.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aToken } from '../testing/test-support/factories.ts'
import { atRate, publish, termsOf } from '../testing/test-support/published-rates.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const exported = async (app: TestApp, as: Person, query = '') =>
  (await app.request('GET', `/api/admin/rates.csv${query}`, { as })).body
const read = (staff: Person, csv: string) => staff.api.admin.rates.import({ csv })

/** A file of 100 lines, the first a header. */
const lines = ['slug,from,to,rate,min,max', ...seedBrands.slice(0, 99).map(({ slug }) => `${slug},50,2000,85,50,2000`)]
const slugAt = (line: number) => seedBrands[line - 2]?.slug ?? ''

test('a file with faults in lines 7, 19, 44 and 45 names them and changes nothing; mended it is one version', async () => {
  await using app = await createTestApp()
  const staff = await app.staff()
  const faulty = lines
    .with(6, `${slugAt(7)},50,2000,930,50,2000`)
    .with(18, 'no-such-brand,50,2000,85,50,2000')
    .with(43, `${slugAt(44)},50,2000,"92,5",50,2000`)
    .with(44, `${slugAt(45)},2000,50,85,50,2000`)
  expect(await read(staff, faulty.join('\n'))).toEqual({
    base: 1,
    changes: [],
    faults: [
      { line: 7, column: 'rate', message: 'A rate is 1% to 100%, not 930%.' },
      { line: 19, column: 'slug', message: "There is no brand 'no-such-brand'." },
      { line: 44, column: 'rate', message: "Write the rate with a point, like 92.5, not '92,5'." },
      { line: 45, column: 'to', message: 'The band ends at 50, before it begins at 2000.' },
    ],
  })
  const { base, changes, faults } = await read(staff, lines.join('\n'))
  expect([faults, changes.length]).toEqual([[], 99])
  const input = { base, changes, note: 'All', source: 'import' as const, confirm: 'amazon' }
  expect(await staff.api.admin.rates.publish(input)).toEqual({ version: 2 })
  expect((await staff.api.admin.rates.versions({})).versions[0]).toMatchObject({ source: 'import', changedBrands: 99 })
})

test.each([';', '\t', '|'])('a file whose columns are separated by "%s" is read', async (separator) => {
  await using app = await createTestApp()
  const csv = ['slug,from,to,rate', 'apple,50,5000,85'].join('\n').replaceAll(',', separator)
  const { faults, changes } = await read(await app.staff(), csv)
  expect([faults, changes.length]).toEqual([[], 1])
})

test('an import of an exported version changes nothing', async ({ app, staff }) => {
  const bands = [
    { fromCents: 5000, toCents: 9999, rateBps: 8925 },
    { fromCents: 10_000, toCents: 123_456, rateBps: 9200 },
  ]
  await publish(
    app,
    staff,
    { ...termsOf(app, 'apple'), maxCents: 123_456, bands },
    { ...termsOf(app, 'steam'), state: 'paused', pauseMessage: 'Back soon.', name: '=Steam, "big"' },
  )
  const csv = await exported(app, staff)
  expect(csv).toContain('\r\napple,Apple,Technology & Apps,active,50,99.99,89.25,50,1234.56\r\n')
  expect(csv).toContain(`\r\nsteam,"'=Steam, ""big""",Gaming,paused,50,5000,90,50,5000\r\n`)
  expect(await read(staff, csv)).toEqual({ base: 2, changes: [], faults: [] })
  const { changes } = await read(staff, await exported(app, staff, '?version=1'))
  expect(changes.map(({ slug }) => slug).sort()).toEqual(['apple', 'steam'])
  expect(changes.find(({ slug }) => slug === 'steam')).toMatchObject({ state: 'active', pauseMessage: null })
})

test('writes the audit entry of an export before it answers, and rejects an unknown version', async ({ app }) => {
  const staff = await app.staff()
  for (const [version, status] of Object.entries({ 2: 404, x: 400, '0x1': 400 }))
    expect((await app.request('GET', `/api/admin/rates.csv?version=${version}`, { as: staff })).statusCode).toBe(status)
  await exported(app, staff, '?version=1')
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'rates.exported').execute()
  expect(entries).toMatchObject([{ actor_id: staff.id, detail: 'version 1' }])
})

test('a brand without a line and what has no column keep their terms', async ({ app, staff }) => {
  await publish(app, staff, { ...atRate(app, 'apple', 9100), name: 'Apple Store' })
  const { changes } = await read(staff, 'RATE, To ,from,slug\r\n90,5000,50,apple\r\n')
  expect(changes).toEqual([{ ...atRate(app, 'apple', 9000), name: 'Apple Store' }])
})

test.each([
  ['percentages', '92', 9200],
  ['percentages with a sign', '92.25%', 9225],
  ['fractions', '0.9225', 9225],
  ['one hundred percent', '100', 10_000],
])('reads rates as %s', async (_, rate, rateBps) => {
  await using app = await createTestApp()
  const { changes, faults } = await read(
    await app.staff(),
    `slug,from,to,rate\napple,50,5000,${rate}\nsteam,50,5000,${rate}`,
  )
  const expected = [termsOf(app, 'apple'), termsOf(app, 'steam')].map((terms) => atRate(app, terms.slug, rateBps))
  expect(faults).toEqual([])
  // 92% is what Apple has.
  expect(changes).toEqual(expected.filter(({ bands }, at) => bands[0]?.rateBps !== [9200, 9000][at]))
})

test.each([
  ['mixed forms', 'apple,50,5000,92\nsteam,50,5000,92%', 3, 'rate', /another form/],
  ['a fraction among percentages', 'apple,50,5000,92\nsteam,50,5000,0.92', 3, 'rate', /another form/],
  ['a rate below one percent', 'apple,50,5000,0.99%', 2, 'rate', /^A rate is 1% to 100%, not 0.99%/],
  ['a rate that is too precise', 'apple,50,5000,92.123', 2, 'rate', /too precise/],
  ['a rate in words', 'apple,50,5000,much', 2, 'rate', /is not a rate/],
  ['a decimal comma without quotes', 'apple,50,5000,92,5', 2, '', /Write 92.5, not 92,5/],
  ['an amount with a comma', 'apple,50,"5,000",92', 2, 'to', /without commas/],
  ['an empty amount', 'apple,,5000,92', 2, 'from', /The from is empty/],
  [
    'a band too many',
    Array.from({ length: 21 }, (_, at) => `apple,${50 + at},${50 + at}.99,90`).join('\n'),
    2,
    'from',
    /more than 20/,
  ],
  ['a hole between bands', 'apple,50,99.99,90\napple,101,5000,92', 2, 'from', /no rate from \$100.00 to \$100.99/],
  ['a long rate', `apple,1,2,${'1'.repeat(59_900)}x`, 2, 'rate', /^The rate is longer than 200 characters/],
  ['a long slug', `${'a'.repeat(201)},50,5000,92`, 2, 'slug', /^The slug is longer than 200 characters/],
  ['a long amount', `apple,${'0'.repeat(50_000)}1,5000,92`, 2, 'from', /^The from is longer than 200 characters/],
  ['a quote that does not end', 'apple,50,5000,"92', 2, '', /does not end/],
])('rejects %s', async (_, body, line, column, message) => {
  await using app = await createTestApp()
  const { changes, faults } = await read(await app.staff(), `slug,from,to,rate\n${body}`)
  expect(changes).toEqual([])
  expect(faults).toEqual([{ line, column, message: expect.stringMatching(message) }])
})

test.each([
  ['lacks a column', 'slug,from,to', 'rate', /no column 'rate'/],
  ['has an unknown column', 'slug,from,to,rate,colour', 'colour', /unknown column/],
  ['has a column twice', 'slug,from,to,rate,rate', 'rate', /twice/],
  ['has thousands of columns', `slug,from,to,rate${',x'.repeat(20_000)}`, '', /20004 columns/],
])('rejects a header that %s', async (_, header, column, message) => {
  await using app = await createTestApp()
  const { faults } = await read(await app.staff(), `${header}\napple,50,5000,92`)
  expect(faults).toEqual([{ line: 1, column, message: expect.stringMatching(message) }])
})

test('rejects lines of one brand that differ in what they repeat, and unknown states', async ({ staff }) => {
  const differing = 'slug,state,from,to,rate\napple,active,50,100,90\napple,paused,100.01,5000,92'
  expect((await read(staff, differing)).faults).toEqual([
    { line: 3, column: 'state', message: 'The state differs from that of line 2, which is of the same brand.' },
  ])
  expect((await read(staff, 'slug,state,from,to,rate\napple,closed,50,5000,90')).faults).toEqual([
    { line: 2, column: 'state', message: "'closed' is none of active, paused, hidden." },
  ])
})

test('refuses the 61st file within an hour', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const staff = await app.staff()
  for (let file = 1; file <= 60; file++) await read(staff, 'slug')
  await expect(read(staff, 'slug')).rejects.toThrow('You have read 60 files of rates within an hour.')
})

test('reads no file for staff who were disabled since the call began', async ({ app }) => {
  const [owner, colleague] = [await app.staff(), await app.colleague('owner')]
  const late = await app.authorized(colleague)
  await owner.api.admin.staff.setActive({ id: colleague.id, isActive: false })
  await expect(read(late, 'slug,from,to,rate\napple,50,5000,90')).rejects.toThrow('Please sign in.')
})

test('a token with rates:read imports and exports but does not publish', async ({ app, staff: owner }) => {
  const { headers } = await aToken(owner, ['rates:read'])
  const csv = 'slug,from,to,rate\napple,50,5000,90'
  const imported = await app.request('POST', '/api/admin/rates/import', { headers, body: { csv } })
  expect(imported.json().changes).toHaveLength(1)
  expect((await app.request('GET', '/api/admin/rates.csv', { headers })).statusCode).toBe(200)
  const body = { base: 1, changes: imported.json().changes, note: 'A test' }
  expect((await app.request('POST', '/api/admin/rates', { headers, body })).statusCode).toBe(403)
  const writing = await aToken(owner, ['rates:write'])
  expect((await app.request('POST', '/api/admin/rates', { headers: writing.headers, body })).json()).toEqual({
    version: 2,
  })
})
