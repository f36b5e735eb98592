import { once } from 'node:events'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

const person = {
  name: 'Dana Reyes',
  email: 'dana@mail.example',
  phone: '555-010-0100',
  password: 'a-customer-password',
  confirmPassword: 'a-customer-password',
}

test('serves every documented call below the base path only', async () => {
  await using app = await createTestApp({ BASE_PATH: '/cash' })
  const body = { cardBrand: 'apple', cardValue: 100 }
  const quoted = await app.request('POST', '/cash/api/quote', { body })
  expect(quoted.json()).toMatchObject({ payoutAmount: 92 })
  expect(quoted.headers['cache-control']).toBe('no-store')
  expect((await app.request('POST', '/api/quote', { body })).statusCode).toBe(404)
  expect((await app.request('GET', '/cash/trpc/account.session')).statusCode).toBe(200)
})

test('redirects the root of the host to the base path', async () => {
  await using app = await createTestApp({ BASE_PATH: '/cash' })
  const answer = await app.request('GET', '/')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/cash/'])
})

test('limits cookies to the base path, with the matching name prefix under https', async () => {
  await using app = await createTestApp({ BASE_PATH: '/cash' })
  const [cookie] = (await app.request('POST', '/cash/api/auth/sign-up', { body: person })).cookies
  expect(cookie).toMatchObject({ name: 'gce', path: '/cash' })

  await using secure = await createTestApp({ BASE_PATH: '/cash', PUBLIC_URL: 'https://cards.example' })
  const [named] = (await secure.request('POST', '/cash/api/auth/sign-up', { body: person })).cookies
  expect(named).toMatchObject({ name: '__Secure-gce', path: '/cash', secure: true })
})

test('accepts WebSockets below the base path only', async () => {
  await using app = await createTestApp({ BASE_PATH: '/cash' })
  const { host } = await listening(app)
  const [cookie] = (await app.request('POST', '/cash/api/auth/sign-up', { body: person })).cookies
  const connect = (path: string) =>
    new WebSocket(`ws://${host}${path}`, { headers: { cookie: `${cookie?.name}=${cookie?.value}` } })

  const below = connect('/cash/trpc')
  await once(below, 'open')
  below.terminate()
  const [, rejection] = await once(
    connect('/trpc').on('error', () => undefined),
    'unexpected-response',
  )
  expect(rejection.statusCode).toBe(404)
  rejection.destroy()
})
