import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Quote } from '#shared/quote-schema.ts'
import { type DevServer, startDevServer } from './dev-server.ts'
import { aPhoto, submitFields } from './factories.ts'
import { copyProject } from './project-copy.ts'
import { multipartForm, RestClient } from './rest-client.ts'

/** `npm run dev` on a copy of the sources, which these tests edit. */

const WAIT = { timeout: 60_000, interval: 100 }
const project = copyProject()
let server: DevServer
let url: string

beforeAll(async () => {
  server = startDevServer(project.path, 0)
  url = await server.url
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  project[Symbol.dispose]()
})

const health = async () => (await fetch(`${url}/api/health`)).text()
const editHealth = (from: string, to: string) =>
  project.edit('src-server/web/http/health-routes.ts', `=> ({ ${from}`, `=> ({ ${to}`)

test('serves the page and its first module', async () => {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const [, entry] = /<script type="module" src="([^"]*main\.tsx[^"]*)"/.exec(page) ?? []
  const module = await fetch(new URL(entry ?? '', url))
  expect([module.status, module.headers.get('content-type')]).toEqual([200, 'text/javascript'])
})

test('prices a card over REST and over tRPC', async () => {
  const card = { cardBrand: 'apple', cardValue: 100 }
  const client = new RestClient(() => url)
  const quote = { cardValue: 100, payoutAmount: 92 }
  expect(await client.call<Quote>('POST', '/api/quote', card)).toMatchObject(quote)
  expect(await client.call('POST', '/trpc/exchange.quote', card)).toMatchObject({ result: { data: quote } })
})

test('accepts a card with a photo, which a process of its own inspects', async () => {
  const client = new RestClient(() => url)
  await client.signUp('dana@mail.example')
  const form = multipartForm(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
  expect(await client.call('POST', '/api/submit', form)).toMatchObject({ submissionId: expect.any(String) })
})

test.runIf(process.env.CHROMIUM_PATH)('an open page shows an edited component and keeps its state', async () => {
  await using browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH })
  const page = await browser.newPage()
  const failures: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`)
  })
  page.on('pageerror', ({ message }) => failures.push(message))
  await page.goto(url)
  const title = page.getByRole('heading', { level: 1 })
  await expect.poll(() => title.textContent(), WAIT).toBe('Convert Gift Cards to Instant Cash')
  await page.evaluate('globalThis.isSamePage = true')
  project.edit('src/features/home/home-page.tsx', 'Convert Gift Cards', 'Turn Gift Cards')
  await expect.poll(() => title.textContent(), WAIT).toBe('Turn Gift Cards to Instant Cash')
  editHealth('ok: true', 'ok: true, seen: true')
  await vi.waitUntil(async () => (await health()).includes('"seen":true'), WAIT)
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
  expect(failures).toEqual([])
})

test('an edited server file takes effect without a restart, also after one that cannot run', async () => {
  editHealth('ok: true', 'edited: 1')
  await vi.waitUntil(async () => (await health()).includes('"edited":1'), WAIT)
  editHealth('edited: 1', 'edited: (')
  await vi.waitUntil(async () => (await fetch(`${url}/api/health`)).status === 500, WAIT)
  editHealth('edited: (', 'edited: 2')
  await vi.waitUntil(async () => (await health()).includes('"edited":2'), WAIT)
  expect(server.output().match(/ready in/g)).toHaveLength(1)
  expect(server.child.exitCode).toBeNull()
})

test('prints what a start prints, once, whatever is edited', () => {
  const block = /is open on (\S+)\nOwner of the staff area: admin, password: \S+ .*\nStaff area: (\S+)\nExample data/g
  const shown = url.replace('127.0.0.1', 'localhost')
  expect([...server.output().matchAll(block)].map(([, at, staff]) => [at, staff])).toEqual([[shown, `${shown}/admin`]])
  expect(server.output().match(/password: /g)).toHaveLength(1)
})

test('prints no warning', () => expect(server.output()).not.toContain('warning'))

test('a port in use is named, with how to choose another one', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  await using second = startDevServer(project.path, port)
  expect(await second.exited).toBe(78)
  expect(second.output()).toContain(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm run dev\n`)
  expect(second.output()).not.toMatch(/\n\s+at /)
  taken.close()
})
