import { expect, test } from 'vitest'
import { noRequest } from '../audit/audit-queries.ts'
import { enrol, phoneApp } from '../testing/test-support/second-factor.ts'
import { createTestApp, ownerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { startSession } from './sessions.ts'
import { signInStaff } from './sign-in-staff.ts'

const actions = async ({ ctx }: TestApp) =>
  (await ctx.db.selectFrom('audit_log').select('action').orderBy('at').execute()).map(({ action }) => action)
const staffPage = (app: TestApp, as: Person) => app.request('GET', '/api/admin/submissions', { as })
const state = ({ api }: Person) => api.admin.me.secondFactor()

test('activates a second factor with its first code and returns ten recovery codes', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  expect(await state(owner)).toEqual({ since: null, recoveryCodesLeft: 0, isRequired: false })
  const { key, uri } = await owner.api.admin.me.startSecondFactor()
  expect(uri).toContain(`secret=${key}&`)
  expect(await state(owner)).toMatchObject({ since: null })
  const { recoveryCodes } = await owner.api.admin.me.confirmSecondFactor({ code: phoneApp(app, key).code() })
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(await state(owner)).toEqual({
    since: '2026-11-20T12:00:00.000Z',
    recoveryCodesLeft: 10,
    isRequired: false,
  })
  expect(await actions(app)).toContain('staff.second-factor-added')
})

test('a sign-in by password alone ends when a second factor is activated before its session starts', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  const signedIn = await signInStaff(app.call, { username: 'owner', password: ownerPassword }, noRequest)
  const { code } = await enrol(app, owner)
  await expect(startSession(app.call, signedIn, 'staff', '')).rejects.toMatchObject({ code: 'unauthorized' })
  const withCode = await signInStaff(app.call, { username: 'owner', password: ownerPassword, code: code() }, noRequest)
  await expect(startSession(app.call, withCode, 'staff', '')).resolves.toBeDefined()
})

test('stores neither the key nor a recovery code in plain text', async () => {
  await using app = await createTestApp()
  const { key, recoveryCodes } = await enrol(app, await app.staff())
  const rows = await Promise.all([
    app.ctx.db.selectFrom('second_factors').selectAll().execute(),
    app.ctx.db.selectFrom('recovery_codes').selectAll().execute(),
    app.ctx.db.selectFrom('audit_log').selectAll().execute(),
  ])
  const kept = JSON.stringify(rows) + app.log()
  for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    expect(kept).not.toContain(secret)
})

test('activates nothing with a wrong first code and keeps the key', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  const { key } = await owner.api.admin.me.startSecondFactor()
  const phone = phoneApp(app, key)
  await expect(owner.api.admin.me.confirmSecondFactor({ code: phone.code(5) })).rejects.toMatchObject({
    cause: { code: 'bad_request', detail: { field: 'code' } },
  })
  expect(await state(owner)).toMatchObject({ since: null })
  expect((await owner.api.admin.me.confirmSecondFactor({ code: phone.code() })).recoveryCodes).toHaveLength(10)
})

test('invalidates an unconfirmed key when a new one is generated', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  const first = await owner.api.admin.me.startSecondFactor()
  const second = await owner.api.admin.me.startSecondFactor()
  await expect(owner.api.admin.me.confirmSecondFactor({ code: phoneApp(app, first.key).code() })).rejects.toThrow(
    'That code is wrong',
  )
  await owner.api.admin.me.confirmSecondFactor({ code: phoneApp(app, second.key).code() })
})

test('rejects starting or confirming when a second factor is active', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  const phone = await enrol(app, owner)
  await expect(owner.api.admin.me.startSecondFactor()).rejects.toMatchObject({ cause: { code: 'conflict' } })
  await expect(owner.api.admin.me.confirmSecondFactor({ code: phone.code() })).rejects.toMatchObject({
    cause: { code: 'conflict' },
  })
})

test('ends all other sessions on activation', async () => {
  await using app = await createTestApp()
  const [here, elsewhere] = [await app.staff(), await app.staff()]
  await enrol(app, here)
  expect((await staffPage(app, here)).statusCode).toBe(200)
  expect((await staffPage(app, elsewhere)).statusCode).toBe(401)
})

test('requires both password and code for removal', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  const phone = await enrol(app, owner)
  const remove = (currentPassword: string, code: string) =>
    owner.api.admin.me.removeSecondFactor({ currentPassword, code })
  await expect(remove('something else', phone.code())).rejects.toMatchObject({
    cause: { detail: { field: 'currentPassword' } },
  })
  await expect(remove(ownerPassword, phone.code(5))).rejects.toMatchObject({ cause: { detail: { field: 'code' } } })
  expect(await state(owner)).not.toMatchObject({ since: null })
  await remove(ownerPassword, phone.code())
  expect(await state(owner)).toEqual({ since: null, recoveryCodesLeft: 0, isRequired: false })
  expect(await actions(app)).toContain('staff.second-factor-removed')
  expect((await app.staff()).id).toBe(owner.id)
})

test('replaces the former recovery codes', async () => {
  await using app = await createTestApp()
  const owner = await app.staff()
  const phone = await enrol(app, owner)
  await expect(owner.api.admin.me.renewRecoveryCodes({ code: '000000' })).rejects.toMatchObject({
    cause: { detail: { field: 'code' } },
  })
  const { recoveryCodes } = await owner.api.admin.me.renewRecoveryCodes({ code: phone.code() })
  expect(recoveryCodes).toHaveLength(10)
  const [old = '', fresh = ''] = [phone.recoveryCodes[0], recoveryCodes[0]]
  const login = (code: string) =>
    app.request('POST', '/api/admin/login', { body: { username: 'owner', password: ownerPassword, code } })
  expect((await login(old)).statusCode).toBe(401)
  expect((await login(fresh)).statusCode).toBe(200)
})
