import { expect } from '@playwright/test'
import { join } from './accounts.ts'
import { builtUrl, entryUrl, firstUrls } from './built-files.ts'
import { test } from './fixtures.ts'
import { button, close, dialog } from './lazy-parts.ts'
import { loseEach, markPage, stands } from './lose-files.ts'
import { press } from './page-actions.ts'
import { aPng } from './submissions.ts'
import { files, fillOrder, getQuote, goToUpload, heading, orderCode, orderNumber } from './wizard-actions.ts'

test('a drawn page whose own file was lost works without a reload', async ({ page }) => {
  for (const [path, file] of [
    ['/', 'routes/index.tsx?tsr-split=component'],
    ['/signup', 'routes/signup.tsx?tsr-split=component'],
  ] as const) {
    // As it is asked for in the page, and as the program asks for it.
    const lost = await loseEach(page, 2)
    await page.goto(path)
    const isSamePage = await markPage(page)
    await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
    expect([...lost]).toContain(builtUrl(file))
    await isSamePage()
    await page.unrouteAll()
  }
})

test('a page that is drawn by the browser says that its file was lost, in the frame, and comes by Try again', async ({
  page,
}) => {
  await join(page)
  const lost = await loseEach(page)
  await page.goto('/transactions')
  await expect(heading(page, 'This page could not be shown')).toBeVisible()
  await expect(page.getByText('Check your connection and try again.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
  const isSamePage = await markPage(page)
  await press(page, 'Try again')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transaction History')
  expect([...lost]).toContain(builtUrl('routes/transactions.tsx?tsr-split=component'))
  await isSamePage()
})

for (const url of firstUrls)
  test(`a page opens itself again when ${url === entryUrl ? 'the program' : `the first file ${url}`} was lost`, async ({
    page,
  }) => {
    let isLost = false
    await page.route(`**${url}`, (route) => {
      if (isLost) return route.continue()
      isLost = true
      return route.abort()
    })
    await page.goto('/admin')
    await expect(heading(page, 'Admin Login')).toBeVisible()
    expect(isLost).toBe(true)
  })

test('the parts nobody presses for are asked for again once the network is back', async ({ page, context }) => {
  const idle = ['features/page-view-beacon/page-view-beacon.tsx', 'features/tracking-consent/tracking-consent.tsx'].map(
    builtUrl,
  )
  const isIdle = (url: URL) => idle.includes(url.pathname)
  await page.route(isIdle, (route) => route.abort())
  const failed = idle.map((url) => page.waitForEvent('requestfailed', (request) => request.url().endsWith(url)))
  await page.goto('/')
  await Promise.all(failed)
  await stands(page, 'Convert Gift Cards to Instant Cash')
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

test('a page is whole although an idle part is blocked for good', async ({ page }) => {
  await page.route(`**${builtUrl('features/page-view-beacon/page-view-beacon.tsx')}`, (route) =>
    route.abort('blockedbyclient'),
  )
  const blocked = page.waitForEvent('requestfailed')
  await page.goto('/')
  await blocked
  await stands(page, 'Convert Gift Cards to Instant Cash')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByLabel('Gift Card Value').fill('250')
  await page.getByRole('banner').getByRole('link', { name: 'Supported Cards' }).click()
  await stands(page, /Supported/)
})

test('offline the present page stays with what was typed; the link works once the network is back', async ({
  page,
  context,
}) => {
  // What was loaded once stays in the browser's cache: each page leads to another one.
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
    await expect(page.getByRole('alert')).toContainText('The page could not be loaded')
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await stands(page, title)
    await expect(page.getByLabel('Gift Card Value')).toHaveValue('250.50')

    await context.setOffline(false)
    await expect(page.getByLabel('Gift Card Value')).toHaveValue('250.50')
    await press(page, 'Try again')
    await stands(page, link)
    await page.goBack()
    await stands(page, title)
    await isSamePage()
  }
})

test('a step back to a page that does not load leaves the present one, until it does', async ({ page }) => {
  await page.goto('/privacy-policy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await stands(page, 'Terms of Service')
  await page.reload()
  await page.waitForLoadState('networkidle')
  const file = `**${builtUrl('routes/privacy-policy.tsx?tsr-split=component')}`
  await page.route(file, (route) => route.abort())
  await page.goBack()
  await expect(page.getByRole('alert')).toContainText('The page could not be loaded')
  await expect(page).toHaveURL(/\/terms-of-service$/)
  await stands(page, 'Terms of Service')
  await press(page, 'Close')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unroute(file)
  await page.goBack()
  await stands(page, 'Privacy Policy')
  await expect(page).toHaveURL(/\/privacy-policy$/)
})

test('offline on step 3 the user name says what is missing, and nothing typed is lost', async ({ page, context }) => {
  await goToUpload(page)
  await fillOrder(page)
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
  await context.setOffline(true)
  await button('Dana Reyes')(page)
  await expect(page.getByRole('alert').filter({ hasText: 'This part could not be loaded' })).toBeVisible()
  await expect(page.getByLabel('Gift Card Number')).toHaveValue(orderNumber)
  await expect(page.getByLabel('Security Code')).toHaveValue(orderCode)
  await expect(files(page)).toContainText('front.png')

  await context.setOffline(false)
  await press(page, 'Try again')
  await expect(dialog(page, 'Account Settings')).toBeVisible()
  await close(page)
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, /submitted|Thank you|received/i).first()).toBeVisible()
})

test('a part the server no longer has says that the site was updated', async ({ page }) => {
  await page.route(`**${builtUrl('features/account/sign-in-dialog.tsx')}`, (route) => route.fulfill({ status: 404 }))
  await page.goto('/')
  await button('Sign In')(page)
  await expect(page.getByRole('alert')).toContainText('The site was updated while this page was open.')
  await page.unrouteAll()
  await press(page, 'Reload the page')
  await button('Sign In')(page)
  await expect(page.getByRole('dialog').getByLabel('Email Address')).toBeVisible()
})

test('a page the server no longer has is opened from the newer build', async ({ page }) => {
  const old = builtUrl('routes/terms-of-service.tsx?tsr-split=component')
  await page.route(`**${old}`, (route) =>
    new URL(page.url()).pathname === '/' ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await markPage(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await page.waitForFunction(() => !('wasHere' in window))
  await stands(page, 'Terms of Service')
})

test('no file of the build has a name that ad blockers look for', async ({ page }) => {
  await getQuote(page)
  const named = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const assets = named.filter((name) => name.startsWith('/assets/'))
  expect(assets.length).toBeGreaterThan(5)
  expect(assets.filter((name) => !/^\/assets\/[0-9a-f]{12}\.(js|css|woff2)$/.test(name))).toEqual([])
})
