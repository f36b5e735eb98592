import { expect } from '@playwright/test'
import { join } from './accounts.ts'
import { builtUrl, entryUrl, firstUrls } from './built-files.ts'
import { expectPage, failFirstRequests, markPage } from './failed-files.ts'
import { test } from './fixtures.ts'
import { button, close, dialog } from './lazy-page.ts'
import { press } from './page-actions.ts'
import { aPng } from './submissions.ts'
import { cardNumber, files, fillSubmission, getQuote, goToUpload, heading } from './wizard-actions.ts'

test('a prerendered page whose chunk failed to load works without a reload', async ({ page }) => {
  for (const [path, file] of [
    ['/', 'routes/-pages/index.tsx'],
    ['/signup', 'routes/-pages/signup.tsx'],
  ] as const) {
    // The document and the application each request it once.
    const lost = await failFirstRequests(page, 2)
    await page.goto(path)
    const isSamePage = await markPage(page)
    await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
    expect([...lost]).toContain(builtUrl(file))
    await isSamePage()
    await page.unrouteAll()
  }
})

test('a client-rendered page whose chunk failed shows an error inside the layout and loads by Try again', async ({
  page,
}) => {
  await join(page)
  const lost = await failFirstRequests(page)
  await page.goto('/reset-password')
  await expect(heading(page, "We couldn't show this page")).toBeVisible()
  await expect(page.getByText('Check your connection and try again.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
  const isSamePage = await markPage(page)
  await press(page, 'Try again')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link Not Valid')
  expect([...lost]).toContain(builtUrl('routes/-pages/reset-password.tsx'))
  await isSamePage()
})

const nameOf = (url: string) => (url === entryUrl() ? 'the entry script' : `the initial file ${url}`)
for (const url of firstUrls())
  test(`a page reloads itself after ${nameOf(url)} failed to load`, async ({ page }) => {
    let isLost = false
    await page.route(`**${url}`, (route) => {
      if (isLost) return route.continue()
      isLost = true
      return route.abort()
    })
    // Rendered by the browser: a prerendered page does not request its style sheets.
    await page.goto('/admin/settings')
    await expect(heading(page, 'Admin Login')).toBeVisible()
    expect(isLost).toBe(true)
  })

test('background chunks are requested again once the network is back', async ({ page, context }) => {
  const idle = ['features/page-view-beacon/page-view-beacon.tsx', 'features/tracking-consent/tracking-consent.tsx'].map(
    builtUrl,
  )
  const isIdle = (url: URL) => idle.includes(url.pathname)
  await page.route(isIdle, (route) => route.abort())
  const failed = idle.map((url) => page.waitForEvent('requestfailed', (request) => request.url().endsWith(url)))
  await page.goto('/')
  await Promise.all(failed)
  await expectPage(page, 'Convert Gift Cards to Instant Cash')
  await page.unroute(isIdle)
  let hasVisited = false
  page.on('request', (request) => {
    hasVisited ||= request.url().endsWith('/api/visits')
  })
  await expect(async () => {
    await context.setOffline(true)
    await context.setOffline(false)
    expect(hasVisited).toBe(true)
  }).toPass()
})

test('a page is complete although a background chunk is blocked', async ({ page }) => {
  await page.route(`**${builtUrl('features/page-view-beacon/page-view-beacon.tsx')}`, (route) =>
    route.abort('blockedbyclient'),
  )
  const blocked = page.waitForEvent('requestfailed')
  await page.goto('/')
  await blocked
  await expectPage(page, 'Convert Gift Cards to Instant Cash')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByLabel('Gift Card Value').fill('250')
  await page.getByRole('banner').getByRole('link', { name: 'Supported Cards' }).click()
  await expectPage(page, /Supported/)
})

test('a navigation offline keeps the page and its input; the link works once the network is back', async ({
  page,
  context,
}) => {
  // Loaded chunks stay in the HTTP cache, so each page leads to another one.
  for (const [path, title, link] of [
    ['/', 'Convert Gift Cards to Instant Cash', 'Terms of Service'],
    ['/exchange', 'Exchange a gift card', 'Privacy Policy'],
  ] as const) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const isSamePage = await markPage(page)
    await page.getByLabel('Gift Card Value').fill('250.50')
    await context.setOffline(true)
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
    await expect(page.getByRole('alert')).toContainText("We couldn't load the page")
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expectPage(page, title)
    await expect(page.getByLabel('Gift Card Value')).toHaveValue('250.50')

    await context.setOffline(false)
    await expect(page.getByLabel('Gift Card Value')).toHaveValue('250.50')
    await press(page, 'Try again')
    await expectPage(page, link)
    await page.goBack()
    await expectPage(page, title)
    await isSamePage()
  }
})

test('Back to a page whose chunk fails keeps the present page until it loads', async ({ page }) => {
  await page.goto('/privacy-policy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await expectPage(page, 'Terms of Service')
  await page.reload()
  await page.waitForLoadState('networkidle')
  const file = `**${builtUrl('routes/-pages/privacy-policy.tsx')}`
  await page.route(file, (route) => route.abort())
  await page.goBack()
  await expect(page.getByRole('alert')).toContainText("We couldn't load the page")
  await expect(page).toHaveURL(/\/terms-of-service$/)
  await expectPage(page, 'Terms of Service')
  await press(page, 'Close')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unroute(file)
  await page.goBack()
  await expectPage(page, 'Privacy Policy')
  await expect(page).toHaveURL(/\/privacy-policy$/)
})

for (const name of ['Sign In', 'How it Works'])
  test(`'${name}', pressed offline, opens its dialog by another press once the network is back`, async ({
    page,
    context,
  }) => {
    await page.goto('/terms-of-service')
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await button(name)(page)
    await expect(page.getByRole('alert')).toContainText("We couldn't load this part")
    await button(name)(page)
    await expect(page.getByRole('alert')).toContainText("We couldn't load this part")
    await context.setOffline(false)
    await button(name)(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

test('offline on step 3 the user menu shows an error and the input is kept', async ({ page, context }) => {
  await goToUpload(page)
  await fillSubmission(page)
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
  await context.setOffline(true)
  await button('Dana Reyes')(page)
  await expect(page.getByRole('alert').filter({ hasText: "We couldn't load this part" })).toBeVisible()
  await expect(page.getByLabel('Gift Card Number')).toHaveValue(cardNumber)
  await expect(page.getByLabel('Cash App Tag')).toHaveValue('$dana_r')
  await expect(files(page)).toContainText('front.png')

  await context.setOffline(false)
  await press(page, 'Try again')
  await expect(dialog(page, 'Account Settings')).toBeVisible()
  await close(page)
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, /submitted|Thank you|received/i).first()).toBeVisible()
})

test('a chunk that the server no longer has shows that the site was updated', async ({ page }) => {
  await page.route(`**${builtUrl('features/account/sign-in-dialog.tsx')}`, (route) => route.fulfill({ status: 404 }))
  await page.goto('/')
  await button('Sign In')(page)
  await expect(page.getByRole('alert')).toContainText('The site was updated while this page was open.')
  await page.unrouteAll()
  await press(page, 'Reload the page')
  await button('Sign In')(page)
  await expect(page.getByRole('dialog').getByLabel('Email Address')).toBeVisible()
})

test('a page that the server no longer has opens from the newer build', async ({ page }) => {
  const old = builtUrl('routes/-pages/terms-of-service.tsx')
  await page.route(`**${old}`, (route) =>
    new URL(page.url()).pathname === '/' ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await markPage(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await page.waitForFunction(() => !('isMarked' in window))
  await expectPage(page, 'Terms of Service')
})

test('build files are named by hash alone, so that no ad blocker rule matches', async ({ page }) => {
  await getQuote(page)
  const named = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const assets = named.filter((name) => name.startsWith('/assets/'))
  expect(assets.length).toBeGreaterThan(5)
  expect(assets.filter((name) => !/^\/assets\/[0-9a-f]{7}\.(js|css|woff2)$/.test(name))).toEqual([])
})
