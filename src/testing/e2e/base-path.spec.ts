import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type ServerProcess, startServerProcess } from '../../../src-server/testing/server-process.ts'
import { tempFolder } from '../../../src-server/testing/temp-folder.ts'
import { signUpHere } from './people.ts'

// Below the project, where the server finds its packages.
const built = path.resolve(import.meta.dirname, '../../../node_modules/.cache/gce-below')
const folder = tempFolder()
let server: ServerProcess

// One build and one server for the file.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  const { NODE_ENV: _, ...env } = process.env
  execFileSync(process.execPath, [path.resolve(import.meta.dirname, '../build-below.mjs'), '/cash', built], { env })
  server = await startServerProcess(folder.path, { BASE_PATH: '/cash' }, path.join(built, 'server/main.js'))
})

test.afterAll(async () => {
  await server.end('SIGTERM')
  folder[Symbol.dispose]()
  rmSync(built, { recursive: true })
})

test('a walk through the site below a base path, back and forth', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

  await page.goto(new URL('/', server.url).href)
  await expect(page).toHaveURL(/\/cash\/?$/)
  await page.getByRole('banner').getByRole('link', { name: 'Supported Cards' }).click()
  await expect(page).toHaveURL(/\/cash\/supported-cards$/)
  await page.getByRole('banner').getByRole('link', { name: 'Exchange', exact: true }).click()
  await expect(page).toHaveURL(/\/cash\/exchange$/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /Supported/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Convert Gift Cards to Instant Cash' })).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(/\/cash\/supported-cards$/)

  await page.goto(`${server.url}/signup`)
  await signUpHere(page)
  await expect(page.getByText('Signed in as Dana Reyes')).toBeVisible()
  const socket = page.waitForEvent('websocket')
  await page.goto(`${server.url}/transactions`)
  expect(new URL((await socket).url()).pathname).toBe('/cash/trpc')
  expect(errors).toEqual([])
})

test('an address without a screen is 404 there too', async ({ page }) => {
  const answer = await page.goto(`${server.url}/no-such-page`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(/\/cash\/?$/)
})
