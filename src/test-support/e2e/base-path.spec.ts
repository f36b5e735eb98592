import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { type ServerProcess, startServerProcess } from '../../../src-server/testing/test-support/server-process.ts'
import { tempFolder } from '../../../src-server/testing/test-support/temp-folder.ts'
import { signUpHere, watchErrors } from './accounts.ts'
import { callOf, tryCall } from './api-reference.ts'
import { test } from './closing-test.ts'

const root = path.resolve(import.meta.dirname, '../../..')
// Inside the project, so that the server resolves its packages.
const cache = path.join(root, 'node_modules/.cache')
let built = ''
const folder = tempFolder()
let server: ServerProcess
let siteFilesBefore: readonly string[] = []

/** The files of the site's own build, with their times; none where it was not built. */
function siteFiles(): string[] {
  const dist = path.join(root, 'dist')
  if (!existsSync(dist)) return []
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  return names.map((name) => `${name} ${statSync(path.join(dist, name)).mtimeMs}`)
}

function build(...words: string[]): void {
  const { NODE_ENV: _, ...env } = process.env
  const script = path.resolve(import.meta.dirname, '../build-below.mjs')
  execFileSync(process.execPath, [script, '/cash', built, ...words], { env })
}

// The tests of this file share one build and one server.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  mkdirSync(cache, { recursive: true })
  built = mkdtempSync(path.join(cache, 'gce-below-'))
  siteFilesBefore = siteFiles()
  build()
  server = await startServerProcess(folder.path, { BASE_PATH: '/cash' }, path.join(built, 'server/main.js'))
})

test.afterAll(async () => {
  await server.end('SIGKILL')
  folder[Symbol.dispose]()
  rmSync(built, { recursive: true })
})

test('a build into another folder leaves the build of the site as it is', () => {
  expect(siteFiles()).toEqual(siteFilesBefore)
})

test('navigation below a base path works, back and forward included', async ({ page }) => {
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

test('the API reference loads and calls the API below the base path', async ({ page, context }) => {
  const errors = watchErrors(context)
  await page.goto(`${server.url}/api/docs`)
  await tryCall(page, 'Selling', 'postApiQuote')
  await expect(callOf(page, 'Selling', 'postApiQuote').locator('.request-url')).toContainText('/cash/api/quote')
  await expect(callOf(page, 'Selling', 'postApiQuote')).toContainText('"payoutAmount": 92')
  expect(errors).toEqual([])
})

test('an unknown address below the base path is 404', async ({ page }) => {
  const answer = await page.goto(`${server.url}/no-such-page`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(/\/cash\/?$/)
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('the offline page works below the base path, and nowhere else', async ({ page, context }) => {
    await page.goto(`${server.url}/terms-of-service`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
    expect(new URL(scope).pathname).toBe('/cash/')
    await context.setOffline(true)
    await page.goto(`${server.url}/supported-cards`)
    await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  })
})

test('brand pages, robots.txt and link previews have addresses below the base path', async ({ page, request }) => {
  await page.goto(`${server.url}/sell/steam`)
  await expect(page.getByRole('link', { name: 'Sell your Steam card' })).toHaveAttribute(
    'href',
    '/cash/exchange?brand=steam',
  )
  expect(await (await request.get(`${server.url}/robots.txt`)).text()).toContain('Disallow: /cash/admin')
})

test('a tab open during a deploy keeps its own files and loads new ones where they are gone', async ({ page }) => {
  test.slow()
  const program = () => page.locator('script[type=module]').getAttribute('src')
  await page.goto(`${server.url}/terms-of-service`)
  await page.waitForLoadState('networkidle')
  const oldProgram = await program()
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
  const isSamePage = () => page.evaluate(() => 'isMarked' in window)

  build('another')
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email Address')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Supported Cards' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Supported/ })).toBeVisible()
  expect(await isSamePage()).toBe(true)

  // A build in a fresh folder does not contain the old files.
  const manifest = readFileSync(path.join(built, 'pages/manifest.json'), 'utf8')
  for (const name of readdirSync(path.join(built, 'client/assets')))
    if (!manifest.includes(name.replace(/\.(br|gz)$/, ''))) rmSync(path.join(built, 'client/assets', name))
  await page.getByRole('banner').getByRole('button', { name: 'How it Works' }).click()
  await expect(page.getByRole('alert')).toContainText('The site was updated while this page was open.')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  expect(await isSamePage()).toBe(false)
  expect(await program()).not.toBe(oldProgram)
})
