import { expect } from 'vitest'
import { noRequest } from '../audit/audit-queries.ts'
import { test } from '../testing/test-support/app-test.ts'
import { enrol, phoneApp } from '../testing/test-support/second-factor.ts'
import { createTestApp, ownerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { matchingStep, newTotpKey, toBase32, totpCode, totpStep, totpUri } from './second-factor.ts'
import { startSession } from './sessions.ts'
import { signInStaff } from './sign-in-staff.ts'

const actions = async ({ ctx }: TestApp) =>
  (await ctx.db.selectFrom('audit_log').select('action').orderBy('at').execute()).map(({ action }) => action)
const staffPage = (app: TestApp, as: Person) => app.request('GET', '/api/admin/submissions', { as })
const state = ({ api }: Person) => api.admin.me.secondFactor()

test('activates a second factor with its first code and returns ten recovery codes', async ({ app, staff: owner }) => {
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

test('stores neither the key nor a recovery code in plain text', async ({ app }) => {
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

test('activates nothing with a wrong first code and keeps the key', async ({ app, staff: owner }) => {
  const { key } = await owner.api.admin.me.startSecondFactor()
  const phone = phoneApp(app, key)
  await expect(owner.api.admin.me.confirmSecondFactor({ code: phone.code(5) })).rejects.toMatchObject({
    cause: { code: 'bad_request', detail: { field: 'code' } },
  })
  expect(await state(owner)).toMatchObject({ since: null })
  expect((await owner.api.admin.me.confirmSecondFactor({ code: phone.code() })).recoveryCodes).toHaveLength(10)
})

test('invalidates an unconfirmed key when a new one is generated', async ({ app, staff: owner }) => {
  const first = await owner.api.admin.me.startSecondFactor()
  const second = await owner.api.admin.me.startSecondFactor()
  await expect(owner.api.admin.me.confirmSecondFactor({ code: phoneApp(app, first.key).code() })).rejects.toThrow(
    'That code is wrong',
  )
  await owner.api.admin.me.confirmSecondFactor({ code: phoneApp(app, second.key).code() })
})

test('rejects starting or confirming when a second factor is active', async ({ app, staff: owner }) => {
  const phone = await enrol(app, owner)
  await expect(owner.api.admin.me.startSecondFactor()).rejects.toMatchObject({ cause: { code: 'conflict' } })
  await expect(owner.api.admin.me.confirmSecondFactor({ code: phone.code() })).rejects.toMatchObject({
    cause: { code: 'conflict' },
  })
})

test('ends all other sessions on activation', async ({ app }) => {
  const [here, elsewhere] = [await app.staff(), await app.staff()]
  await enrol(app, here)
  expect((await staffPage(app, here)).statusCode).toBe(200)
  expect((await staffPage(app, elsewhere)).statusCode).toBe(401)
})

test('requires both password and code for removal', async ({ app, staff: owner }) => {
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

test('replaces the former recovery codes', async ({ app, staff: owner }) => {
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

/** The secret of the examples in both RFCs. */
const key = toBase32(Buffer.from('12345678901234567890'))
const STEP_MS = 30_000

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('generates at second %i the code of RFC 6238, %s', (second, code) => {
  expect(totpCode(key, totpStep(second * 1000), 8)).toBe(code)
})

test('generates the 6-digit codes of RFC 4226', () => {
  expect(Array.from({ length: 10 }, (_, step) => totpCode(key, step))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
})

test('encodes base 32 as RFC 4648', () => {
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(key).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('matches a code %i steps off: %s', (steps, isTaken) => {
  const now = 1_800_000_000_000
  const step = totpStep(now) + steps
  expect(matchingStep(key, totpCode(key, step), now)).toBe(isTaken ? step : undefined)
})

test('begins a step on the half minute', () => {
  const begin = 1_800_000_000_000
  expect(begin % STEP_MS).toBe(0)
  expect([begin - 1, begin, begin + STEP_MS - 1, begin + STEP_MS].map(totpStep)).toEqual([
    59_999_999, 60_000_000, 60_000_000, 60_000_001,
  ])
})

test('matches no malformed code', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
    expect(matchingStep(key, code, 59_000)).toBeUndefined()
})

test('generates distinct keys of 160 bits', () => {
  const keys = Array.from({ length: 20 }, newTotpKey)
  expect(new Set(keys).size).toBe(20)
  for (const each of keys) expect(each).toMatch(/^[A-Z2-7]{32}$/)
})

test('names account and issuer in the URI', () => {
  expect(totpUri('KEY', 'robin lee', 'Gift Card Exchange')).toBe(
    'otpauth://totp/Gift%20Card%20Exchange:robin%20lee?secret=KEY&issuer=Gift%20Card%20Exchange',
  )
})
