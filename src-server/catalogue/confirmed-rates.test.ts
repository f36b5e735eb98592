import { expect } from 'vitest'
import { rateConflictMessage } from '#shared/catalogue-schema.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aToken } from '../testing/test-support/factories.ts'
import { atRate, termsOf } from '../testing/test-support/published-rates.ts'
import type { Person, TestApp } from '../testing/test-support/test-app.ts'

const note = 'A test'
const onePercent = 'Apple pays 1% instead of 92%. Send confirm: "apple" to publish this.'

type Terms = ReturnType<typeof atRate>

const versionOf = (app: TestApp) => app.ctx.catalogue.current.version

/** Publishes over REST on the newest version; returns status and message. */
async function publish(app: TestApp, as: Person, changes: readonly Terms[], rest: Record<string, unknown> = {}) {
  const body = { base: versionOf(app), note, changes, ...rest }
  const response = await app.request('POST', '/api/admin/rates', { as, body })
  return [response.statusCode, response.json().message]
}

test('a publish over REST with a rate of 1% says what to send, and publishes nothing', async ({ app }) => {
  const body = { base: 1, note, changes: [atRate(app, 'apple', 100)] }
  const response = await app.request('POST', '/api/admin/rates', { as: await app.staff(), body })
  expect([response.statusCode, response.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'unprocessable', message: onePercent, field: 'confirm' }),
  ])
  expect(versionOf(app)).toBe(1)
})

test('a publish with that confirmation is published; one that names another brand is not', async ({ app, staff }) => {
  const changes = [atRate(app, 'apple', 100)]
  for (const confirm of ['', 'steam', 'Apple 1%'])
    expect(await publish(app, staff, changes, { confirm })).toEqual([422, onePercent])
  expect(await publish(app, staff, changes, { confirm: 'apple' })).toEqual([200, undefined])
  expect(termsOf(app, 'apple').bands).toMatchObject([{ rateBps: 100 }])
})

test('a publish over tRPC asks for the same confirmation', async ({ app }) => {
  const { api } = await app.staff()
  const input = { base: 1, changes: [atRate(app, 'apple', 100)], note }
  await expect(api.admin.rates.publish(input)).rejects.toMatchObject({
    message: onePercent,
    cause: { code: 'unprocessable', detail: { field: 'confirm' } },
  })
  expect(await api.admin.rates.publish({ ...input, confirm: 'apple' })).toEqual({ version: 2 })
})

test('a token that publishes rates is asked too', async ({ app }) => {
  const { headers } = await aToken(await app.staff(), ['rates:write'])
  const response = await app.request('POST', '/api/admin/rates', {
    headers,
    body: { base: 1, note, changes: [atRate(app, 'apple', 100)] },
  })
  expect([response.statusCode, response.json().message]).toEqual([422, onePercent])
})

test('the changes of a file ask for it when they are published', async ({ staff }) => {
  const { base, changes } = await staff.api.admin.rates.import({ csv: 'slug,from,to,rate\napple,50,5000,1' })
  const input = { base, changes, note, source: 'import' as const }
  await expect(staff.api.admin.rates.publish(input)).rejects.toThrow(onePercent)
  expect(await staff.api.admin.rates.publish({ ...input, confirm: 'apple' })).toEqual({ version: 2 })
})

test('a revert asks for what it changes back', async ({ app, staff }) => {
  await publish(app, staff, [atRate(app, 'apple', 100)], { confirm: 'apple' })
  const revert = async (rest: Record<string, unknown> = {}) => {
    const body = { base: 2, version: 1, note, ...rest }
    const response = await app.request('POST', '/api/admin/rates/revert', { as: staff, body })
    return [response.statusCode, response.json().message]
  }
  const message = 'Apple pays 92% instead of 1%. Send confirm: "apple" to publish this.'
  expect(await revert()).toEqual([422, message])
  expect(versionOf(app)).toBe(2)
  await expect(staff.api.admin.rates.revert({ base: 2, version: 1, note })).rejects.toThrow(message)
  expect(await revert({ confirm: 'apple' })).toEqual([200, undefined])
  expect(termsOf(app, 'apple').bands).toMatchObject([{ rateBps: 9200 }])
})

test('of several unusual changes it names the one that changed most', async ({ app, staff }) => {
  const changes = [atRate(app, 'apple', 8500), atRate(app, 'visa', 8500), atRate(app, 'steam', 5100)]
  expect(await publish(app, staff, changes, { confirm: 'apple' })).toEqual([
    422,
    'Steam pays 51% instead of 90%. 1 more brand has an unusual rate. Send confirm: "steam" to publish this.',
  ])
  expect(await publish(app, staff, changes, { confirm: 'steam' })).toEqual([200, undefined])
})

test('more than 30 brands at once ask for their number', async ({ app, staff }) => {
  const paused = (many: number) =>
    app.ctx.catalogue.current.terms.slice(0, many).map((terms) => ({ ...terms, state: 'paused' as const }))
  expect(await publish(app, staff, paused(31))).toEqual([
    422,
    'This changes 31 brands at once. Send confirm: "31" to publish this.',
  ])
  expect(await publish(app, staff, paused(30))).toEqual([200, undefined])
})

test('a rate that is unusual as well is what many brands are confirmed by', async ({ app }) => {
  const hidden = app.ctx.catalogue.current.terms
    .filter(({ slug }) => slug !== 'apple')
    .slice(0, 30)
    .map((terms) => ({ ...terms, state: 'hidden' as const }))
  const changes = [...hidden, atRate(app, 'apple', 200)]
  expect(await publish(app, await app.staff(), changes, { confirm: '31' })).toEqual([
    422,
    'Apple pays 2% instead of 92%. This changes 31 brands at once. Send confirm: "apple" to publish this.',
  ])
})

test('a usual change needs no confirmation, and one that is not needed is ignored', async ({ app, staff }) => {
  expect(await publish(app, staff, [atRate(app, 'apple', 8700)])).toEqual([200, undefined])
  expect(await publish(app, staff, [atRate(app, 'apple', 8600)], { confirm: 'steam' })).toEqual([200, undefined])
})

test('what has not changed is not asked about, and a conflict comes first', async ({ app, staff }) => {
  const changes = [atRate(app, 'apple', 100)]
  await publish(app, staff, changes, { confirm: 'apple' })
  expect(await publish(app, staff, [...changes, atRate(app, 'steam', 8900)])).toEqual([200, undefined])
  expect(await publish(app, staff, [atRate(app, 'apple', 9200)], { base: 2 })).toEqual([409, rateConflictMessage])
})
