import { expect, type Page } from '@playwright/test'
import { startServerProcess } from '../../../src-server/testing/test-support/server-process.ts'
import { tempFolder } from '../../../src-server/testing/test-support/temp-folder.ts'
import { expectToast, holdBack, join, newStaffPage, owner, toast } from './accounts.ts'
import { errorsOf, holdScript, isRunning } from './first-load.ts'
import { firstTerms, flatRate, publishRates, type RateChanges } from './rates.ts'
import { test } from './submissions.ts'
import { heading } from './wizard-actions.ts'

const words = 'We are not buying these cards this week.'
/** The brands that a test changes are restored after it. */
type Rates = { publish(changes: RateChanges): Promise<void> }

const withRates = test.extend<Rates, { site: string }>({
  // A server of its own: other tests expect the first rates.
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      using folder = tempFolder()
      const env = { ADMIN_USERNAME: owner.username, ADMIN_PASSWORD: owner.password, LIMITS: 'off' }
      const server = await startServerProcess(folder.path, env)
      await use(server.url)
      await server.end('SIGKILL')
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site),
  publish: async ({ browser }, use) => {
    const staff = await newStaffPage(browser)
    const changed = new Set<string>()
    await use((changes) => {
      for (const slug of Object.keys(changes)) changed.add(slug)
      return publishRates(staff, changes)
    })
    await publishRates(staff, firstTerms([...changed]))
    await staff.context().close()
  },
})

const tile = (page: Page, name: RegExp) => page.getByRole('radio', { name })

/** Leaves the tab for a minute and returns to it. The clock of the page must be installed. */
async function returnAfterAMinute(page: Page): Promise<void> {
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await show('hidden')
  await page.clock.fastForward(60_000)
  await show('visible')
}

withRates('a publish reaches the open wizard of a customer, and its words', async ({ page, publish }) => {
  await join(page)
  const subscribed = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"changed":')))
  await page.goto('/exchange?brand=zara&value=100')
  await expect(page.getByText('$88.50').first()).toBeVisible()
  await subscribed
  await page.waitForLoadState('networkidle')
  await publish({ zara: flatRate(8700, 5000) })
  await expect(page.getByText('$87.00').first()).toBeVisible()
  await expect(tile(page, /^Zara, Up to 87%/)).toBeChecked()
  await expectToast(page, 'Zara pays 87.0% now.')
})

withRates('a visitor sees new rates on return, without a socket', async ({ page, publish }) => {
  await page.clock.install()
  let sockets = 0
  page.on('websocket', () => sockets++)
  await page.goto('/')
  const example = page.getByRole('link', { name: /Google Play/ })
  await expect(example).toContainText('$100 pays $91.00')
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  await page.clock.runFor(3_000)
  await page.waitForLoadState('networkidle')
  await publish({ 'google-play': flatRate(9000, 5000) })
  await returnAfterAMinute(page)
  await expect(example).toContainText('$100 pays $90.00')
  await page.goto('/supported-cards?q=google')
  await expect(page.getByRole('listitem').filter({ hasText: 'Google Play' }).first()).toContainText('Up to 90%')
  await page.goto('/sell/google-play')
  await expect(page.getByText('We pay 90% of the card')).toBeVisible()
  await expect(page).toHaveTitle(/Google Play gift cards for cash: 90%/)
  expect(sockets).toBe(0)
})

withRates(
  'a quote keeps its price to the end when its rate changes and its brand is paused',
  async ({ page, publish }) => {
    await join(page)
    await page.goto('/exchange?brand=dunkin&value=100')
    await page.getByRole('button', { name: 'Get My Quote' }).click()
    await expect(heading(page, 'Your quote')).toBeVisible()
    await publish({ dunkin: { ...flatRate(8000, 2500), state: 'paused', pauseMessage: words } })
    await page.getByRole('radio', { name: /^Cash App/ }).check()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(heading(page, 'Upload & Submit')).toBeVisible()
    await expect(page.getByText('$88.00').first()).toBeVisible()
    await expect(toast(page)).toHaveCount(0)
  },
)

withRates('a paused brand keeps its place on every page and says why by keyboard', async ({ page, publish }) => {
  await publish({ adidas: { state: 'paused', pauseMessage: words } })
  await page.goto('/exchange')
  const adidas = tile(page, /^Adidas/)
  await expect(adidas).toHaveAccessibleName(`Adidas, Not buying right now, ${words}`)
  await expect(adidas).toHaveAttribute('aria-disabled', 'true')
  // Arrow keys reach the tile and pass it.
  await tile(page, /^Nike/).focus()
  await page.keyboard.press('Space')
  await expect(tile(page, /^Nike/)).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(adidas).toBeFocused()
  await expectToast(page, 'Adidas: Not buying right now', words)
  await expect(adidas).not.toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(tile(page, /^Sephora/)).toBeChecked()

  await page.goto('/supported-cards?q=adidas')
  const offer = page.getByRole('button', {
    name: /^Not buying right now ?: Adidas ?\. We are not buying these cards this week\.$/,
  })
  await offer.focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Adidas: Not buying right now', words)
  await page.goto('/sell/adidas')
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('We pay')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Sell your Adidas card' })).toHaveCount(0)
})

withRates('a hidden brand is listed nowhere, and its page says that we do not buy it', async ({ page, publish }) => {
  await publish({ staples: { state: 'hidden' } })
  await page.goto('/sell/staples')
  await expect(page.getByText('We are not buying Staples cards right now.')).toBeVisible()
  await page.goto('/supported-cards')
  await expect(page.getByRole('link', { name: 'Staples' })).toHaveCount(0)
  await page.goto('/exchange?brand=staples&value=100')
  await expect(tile(page, /^Staples/)).toHaveCount(0)
  await expect(page.getByText('No card yet').first()).toBeAttached()
})

const DAY_MS = 24 * 60 * 60_000

for (const [path, text] of [
  ['/', '$100 pays $81.00'],
  ['/supported-cards', 'Up to 81%'],
  ['/exchange', 'Up to 81%'],
  ['/terms-of-service', 'We pay 81% to 93% of the value'],
  ['/sell/american-express', 'a $100 card pays $81.00'],
  ['/sell/adidas', `${words} We start again on`],
  ['/sell/staples', 'We are not buying Staples cards right now.'],
] as const)
  withRates(`${path} shows what is published before its script runs, and is hydrated`, async ({ page, publish }) => {
    await publish({
      'american-express': flatRate(8100, 10_000),
      adidas: { state: 'paused', pauseMessage: words, resumeAt: new Date(Date.now() + DAY_MS).toISOString() },
      staples: { state: 'hidden' },
    })
    // For this browser the pause has ended.
    await page.addInitScript((aheadMs) => {
      const now = Date.now
      Date.now = () => now() + aheadMs
    }, 2 * DAY_MS)
    const errors = errorsOf(page)
    const release = await holdScript(page)
    const answer = await holdBack(page, /\/api\/catalogue$/)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Staples', exact: true })).toHaveCount(0)
    const title = await page.title()
    await page.evaluate(() => Object.assign(document.querySelector('h1') ?? {}, { isMarked: true }))

    release()
    await isRunning(page)
    expect(await page.evaluate(() => 'isMarked' in (document.querySelector('h1') ?? {}))).toBe(true)
    await expect(page.getByText(text).first()).toBeVisible()
    await expect(page).toHaveTitle(title)
    expect(errors).toEqual([])
    answer()
    // The server's answer names the end of the pause.
    if (path === '/sell/adidas') await expect(page.getByText(text)).toBeHidden()
  })

withRates('search engines and link previews read what is published', async ({ page, publish }) => {
  await publish({ disney: flatRate(8100, 2500), staples: { state: 'hidden' } })
  const textOf = async (path: string) => (await page.request.get(path)).text()
  const disney = await textOf('/sell/disney')
  expect(disney).toContain('<title>Sell Disney gift cards for cash: 81% | Gift Card Exchange</title>')
  expect(disney).toContain('property="og:description" content="Sell your Disney gift card for 81% of its value')
  expect(await textOf('/')).toContain('99 brands, 81% to 93%.')
  expect(await textOf('/contact')).toContain('"text":"81% to 93% of the card value')
  const staples = await page.request.get('/sell/staples')
  expect(await staples.text()).not.toContain('og:description')
  expect(staples.headers()['x-robots-tag']).toBe('noindex')
})
