import { expect, onTestFinished, vi } from 'vitest'
import { siteMessages } from '#shared/site-problems.ts'
import { siteDefaults } from '#shared/site-settings.ts'
import type { PageFacts } from '#shared/site-settings-schema.ts'
import { createLocalDelivery, createMemoryBus } from '../platform/events/local-delivery.ts'
import { createSiteSettings } from '../platform/site/site-settings.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aToken } from '../testing/test-support/factories.ts'
import { setInventoryPolicy } from '../testing/test-support/inventory.ts'
import { aSiteChange, changeSiteAs } from '../testing/test-support/site-changes.ts'
import { aPage, listening, taking } from '../testing/test-support/socket-page.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

const auditOf = ({ ctx }: TestApp) =>
  ctx.db
    .selectFrom('audit_log')
    .select(['actor_id', 'object_id', 'detail'])
    .where('action', '=', 'site.changed')
    .orderBy('sequence')
    .execute()

test('a site without a change has the specified words, and the company line of COMPANY_LINE', async () => {
  await using app = await createTestApp({ COMPANY_LINE: 'Cards Ltd' })
  const owner = await app.staff()
  expect(await owner.api.admin.site.get()).toEqual({
    version: 0,
    values: { ...siteDefaults, companyLine: 'Cards Ltd' },
    note: '',
    madeBy: null,
    madeAt: null,
  })
  expect(siteDefaults).toMatchObject({
    brandName: 'Gift Card Exchange',
    claims: [{ figure: '$2M+', words: 'payouts' }, { figure: '50,000+' }, {}],
  })
})

test('a change is a version that applies at once, with who, when, why and an audit entry of the changed fields', async () => {
  await using app = await createTestApp({ COMPANY_LINE: 'Cards Ltd' })
  const owner = await app.staff()
  const made = await changeSiteAs(app, owner, { brandName: ' Card Corner ', claims: [] }, 'Renamed')
  const values = { ...siteDefaults, companyLine: 'Cards Ltd', brandName: 'Card Corner', claims: [] }
  expect(made).toMatchObject({ version: 1, note: 'Renamed', madeAt: '2026-11-20T12:00:00.000Z', values })
  expect(app.ctx.site.current).toEqual({ version: 1, ...values })
  expect(await auditOf(app)).toEqual([
    { actor_id: owner.id, object_id: 'site', detail: 'version 1: brandName, claims' },
  ])
  expect(await owner.api.admin.site.versions()).toMatchObject([
    { version: 1, madeBy: expect.any(String) },
    { version: 0, madeBy: null },
  ])
})

test('a stored company line wins over COMPANY_LINE, also an empty one', async () => {
  await using app = await createTestApp({ COMPANY_LINE: 'Cards Ltd' })
  await changeSiteAs(app, await app.staff(), { companyLine: '' })
  expect(app.ctx.site.current.companyLine).toBe('')
})

test('a revert makes a new version that equals an old one, also the defaults', async ({ app, staff: owner }) => {
  await changeSiteAs(app, owner, { brandName: 'One' })
  await changeSiteAs(app, owner, { brandName: 'Two' })
  const third = await owner.api.admin.site.revert({ base: 2, version: 1 })
  expect(third).toMatchObject({ version: 3, values: { brandName: 'One' } })
  expect(await owner.api.admin.site.revert({ base: 3, version: 0 })).toMatchObject({ version: 4, values: siteDefaults })
  expect((await auditOf(app)).map(({ detail }) => detail).slice(2)).toEqual([
    'version 3: brandName, as in version 1',
    'version 4: brandName, as in version 0',
  ])
  for (const version of [9, -1])
    await expect(owner.api.admin.site.revert({ base: 4, version })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    })
  await expect(owner.api.admin.site.revert({ base: 4, version: 4 })).rejects.toMatchObject({
    cause: { code: 'bad_request', message: siteMessages.same },
  })
})

test('a change based on an older version is a conflict that changes nothing', async ({ app, staff: owner }) => {
  const stale = aSiteChange(app, { brandName: 'Late' })
  await changeSiteAs(app, owner, { brandName: 'First' })
  await expect(owner.api.admin.site.change(stale)).rejects.toMatchObject({
    cause: { code: 'conflict', message: siteMessages.conflict },
  })
  expect(app.ctx.site.current).toMatchObject({ version: 1, brandName: 'First' })
})

test.each([
  ['an empty name', { brandName: '  ' }, 'values.brandName', siteMessages.brandName],
  ['a long name', { brandName: 'x'.repeat(61) }, 'values.brandName', siteMessages.brandName],
  [
    'a name that would end the sender of a mail',
    { brandName: 'A" <b@c.example>' },
    'values.brandName',
    siteMessages.brandCharacters,
  ],
  ['an address without a domain', { supportEmail: 'help' }, 'values.supportEmail', siteMessages.supportEmail],
  ['a long company line', { companyLine: 'x'.repeat(301) }, 'values.companyLine', siteMessages.companyLine],
  ['a claim without words', { claims: [{ figure: '1', words: '' }] }, 'values.claims.0.words', siteMessages.words],
  [
    'a long figure',
    { claims: [{ figure: '1'.repeat(17), words: 'a' }] },
    'values.claims.0.figure',
    siteMessages.figure,
  ],
  ['four claims', { claims: Array(4).fill({ figure: '1', words: 'a' }) }, 'values.claims', siteMessages.claims],
  ['a time zone that is none', { timeZone: 'Mars/Olympus' }, 'values.timeZone', siteMessages.timeZone],
  ['an offset as a time zone', { timeZone: '+05:00' }, 'values.timeZone', siteMessages.timeZone],
  ['an unknown field', { colour: 'red' }, 'values', 'Unknown field: colour.'],
])('rejects %s and names the field', async (_, change, field, message) => {
  await using app = await createTestApp()
  const body = { base: 0, values: { ...siteDefaults, ...change } }
  const refused = await app.request('PUT', '/api/admin/site', { as: await app.staff(), body })
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { field, message }])
  expect(app.ctx.site.current.version).toBe(0)
})

test('the REST calls are for owners and for tokens with the scope admin', async ({ app, staff: owner }) => {
  for (const role of ['reviewer', 'support', 'finance'] as const) {
    const as = await app.colleague(role)
    expect((await app.request('GET', '/api/admin/site', { as })).statusCode).toBe(403)
    expect((await app.request('PUT', '/api/admin/site', { as, body: aSiteChange(app) })).statusCode).toBe(403)
  }
  const { headers } = await aToken(owner, ['admin'])
  const changed = await app.request('PUT', '/api/admin/site', {
    headers,
    body: aSiteChange(app, { brandName: 'Corner' }),
  })
  expect([changed.statusCode, changed.json()]).toMatchObject([200, { version: 1 }])
  const reverted = await app.request('POST', '/api/admin/site/revert', { headers, body: { base: 1, version: 0 } })
  expect([reverted.statusCode, reverted.json().values]).toEqual([200, siteDefaults])
})

test('the database refuses to change or delete a version', async ({ app }) => {
  await changeSiteAs(app, await app.staff(), {})
  const { db } = app.ctx
  await expect(db.updateTable('site_versions').set({ body: '{}' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('site_versions').execute()).rejects.toThrow('append-only')
})

test('the time zone of a new site is that of its server, also on another one', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
  await using app = await createTestApp()
  expect(app.ctx.site.current.timeZone).toBe('America/New_York')
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const moved = await createSiteSettings({ ...app.ctx, events: createMemoryBus() })
  await moved.stop()
  expect(moved.current.timeZone).toBe('America/New_York')
})

test('a change without a time zone, as clients of before make it, keeps the one that applies', async ({ app }) => {
  const owner = await app.staff()
  await changeSiteAs(app, owner, { timeZone: 'America/New_York' })
  const { timeZone: _zone, ...values } = { ...siteDefaults, brandName: 'Card Corner' }
  const made = await app.request('PUT', '/api/admin/site', { as: owner, body: { base: 1, values } })
  expect([made.statusCode, made.json().values]).toMatchObject([
    200,
    { brandName: 'Card Corner', timeZone: 'America/New_York' },
  ])
})

test('another node shows a change after its event, and after a resync', async ({ app }) => {
  const events = createLocalDelivery()
  const node = await createSiteSettings({ ...app.ctx, events: { ...createMemoryBus(), listen: events.listen } })
  await changeSiteAs(app, await app.staff(), { brandName: 'Card Corner' })
  expect(node.current.brandName).toBe('Gift Card Exchange')
  events.resync()
  await node.stop()
  expect(node.current).toEqual(app.ctx.site.current)
})

test('mails, the second factor and the API description have the name and the address that apply', async ({ app }) => {
  const owner = await app.staff()
  await changeSiteAs(app, owner, { brandName: 'Cards, Inc.', supportEmail: 'help@cards.example' })
  await app.customer()
  const mail = (await app.mails()).at(-1)
  expect(mail).toMatchObject({ subject: 'Welcome to Cards, Inc.', from: '"Cards, Inc." <help@cards.example>' })
  expect(`${mail?.html}${mail?.text}`).not.toMatch(/Gift Card Exchange|giftcardexchange/i)
  expect((await owner.api.admin.me.startSecondFactor()).uri).toContain('issuer=Cards%2C%20Inc.')
  expect((await app.request('GET', '/api/openapi.json')).json().info.title).toBe('Cards, Inc. API')
  expect((await app.request('GET', '/api/docs')).body).toContain('<title>API | Cards, Inc.</title>')
})

test('a mail keeps the sender of MAIL_FROM', async () => {
  await using app = await createTestApp({ MAIL_FROM: 'Cards <no-reply@cards.example>' })
  await changeSiteAs(app, await app.staff(), { brandName: 'Card Corner' })
  await app.customer()
  expect((await app.mails()).at(-1)).toMatchObject({ from: 'Cards <no-reply@cards.example>' })
})

test('browsers get a change by the catalogue, with another ETag', async ({ app, staff: owner }) => {
  const before = await app.request('GET', '/api/catalogue')
  expect(before.json().site).toEqual({ version: 0, ...siteDefaults })
  const { url } = await listening(app)
  await using page = aPage(url, await app.customer())
  const seen = await taking<PageFacts>((on) => page.trpc.exchange.watchCatalogue.subscribe(undefined, on))
  await seen.next()
  await changeSiteAs(app, owner, { brandName: 'Card Corner' })
  expect(await seen.next()).toMatchObject({ version: 1, site: { version: 1, brandName: 'Card Corner' } })
  seen.unsubscribe()
  const headers = { 'if-none-match': String(before.headers.etag) }
  const after = await app.request('GET', '/api/catalogue', { headers })
  expect([after.statusCode, after.json().site.brandName]).toEqual([200, 'Card Corner'])
})

test('pages get a change of the rules about custody, which is no version of the site', async ({ app, staff: boss }) => {
  await setInventoryPolicy(boss, { custody: 'hold', holdDays: 7 })
  await app.ctx.site.refresh()
  expect(app.ctx.site.current).toMatchObject({ version: 1, keptFor: '7 days' })
  const setup = await boss.api.admin.setup.get()
  expect(setup.steps.find(({ name }) => name === 'site')).toMatchObject({ isDone: false })
  await changeSiteAs(app, boss, { brandName: 'Card Corner' })
  await setInventoryPolicy(boss, {})
  await app.ctx.site.refresh()
  expect(app.ctx.site.current).toMatchObject({ version: 3, brandName: 'Card Corner' })
  expect(app.ctx.site.current).not.toHaveProperty('keptFor')
})
