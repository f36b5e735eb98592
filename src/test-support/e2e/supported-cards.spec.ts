import { expect, type Page } from '@playwright/test'
import { join } from './accounts.ts'
import { test } from './closing-test.ts'
import { heading } from './wizard-actions.ts'

const offers = (page: Page) =>
  page.getByRole('region', { name: 'All Cards' }).getByRole('link', { name: /^Exchange This/ })
const first = (page: Page) => offers(page).first()

test('sorts the list and keeps the order in the address', async ({ page }) => {
  await page.goto('/supported-cards')
  await expect(first(page)).toHaveAccessibleName(/^Exchange This Card.*Adidas$/)
  await page.getByLabel('Sort by').selectOption('Highest rate')
  await expect(first(page)).toHaveAccessibleName(/^Exchange This Card.*Amazon$/)
  await expect(page).toHaveURL(/\?sort=rate$/)
  await page.getByLabel('Sort by').selectOption('Lowest minimum')
  await expect(first(page)).toHaveAccessibleName(/^Exchange This Card.*Adidas$/)
  await page.reload()
  await expect(page.getByLabel('Sort by')).toHaveValue('minimum')
  await page.getByLabel('Sort by').selectOption('Name, A to Z')
  await expect(page).toHaveURL(/\/supported-cards$/)
})

test('category, search and order combine and are restored from a shared address', async ({ page, context }) => {
  await page.goto('/supported-cards')
  await page.getByRole('button', { name: 'Gaming' }).click()
  await page.getByLabel('Sort by').selectOption('Most popular')
  await expect(first(page)).toHaveAccessibleName(/^Exchange This Card.*Steam$/)
  await page.getByLabel('Search cards').fill('psn')
  await expect(offers(page)).toHaveCount(1)
  await expect(page).toHaveURL(/q=psn/)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(first(other)).toHaveAccessibleName(/^Exchange This Card.*PlayStation$/)
  await expect(other.getByRole('button', { name: 'Gaming' })).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByLabel('Sort by')).toHaveValue('popular')
})

test('ignores unknown parameters in the address', async ({ page }) => {
  await page.goto('/supported-cards?sort=colour&category=Nonsense&q=')
  await expect(offers(page)).toHaveCount(49)
})

test('finds a card by a typo or an alias', async ({ page }) => {
  await page.goto('/supported-cards')
  for (const [typed, name] of [
    ['starbuks', 'Starbucks'],
    ['itunes', 'Apple'],
  ]) {
    await page.getByLabel('Search cards').fill(typed ?? '')
    await expect(offers(page)).toHaveCount(1)
    await expect(first(page)).toHaveAccessibleName(new RegExp(`${name}$`))
  }
})

test('a letter link focuses its first card, and Tab continues from there', async ({ page }) => {
  await page.goto('/supported-cards')
  await page.getByRole('navigation', { name: 'Jump to a letter' }).getByRole('link', { name: 'N: Netflix' }).click()
  const netflix = page.getByRole('link', { name: /^Exchange This Card.*Netflix$/ })
  await expect(netflix).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Netflix: what we need' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(netflix).toBeFocused()
})

test('opens the exchange with the chosen card', async ({ page }) => {
  await page.goto('/supported-cards?q=best+buy')
  await first(page).click()
  await expect(page.getByRole('radio', { name: /^Best Buy/ })).toBeChecked()
})

test('the exchange reads brand and value from its address and ignores invalid ones', async ({ page }) => {
  await page.goto('/exchange?brand=steam&value=75.5')
  await expect(page.getByRole('radio', { name: /^Steam/ })).toBeChecked()
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('75.5')
  await page.goto('/exchange?brand=no-such-brand&value=abc')
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await page.goto('/exchange?brand=nike&value=-5')
  await expect(page.getByRole('radio', { name: /^Nike/ })).toBeChecked()
})

test('a search without a listed card links to support or to the exchange', async ({ page }) => {
  await page.goto('/supported-cards')
  await page.getByLabel('Search cards').fill('tj maxx & co')
  await expect(heading(page, 'No Cards Found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask support about this card' })).toHaveAttribute(
    'href',
    '/contact?about=tj+maxx+%26+co',
  )
  await page.getByLabel('Search cards').fill('zara')
  await expect(page.getByRole('link', { name: 'Zara' })).toHaveAttribute('href', '/exchange?brand=zara')
  await page.getByRole('button', { name: 'Show all cards' }).click()
  await expect(offers(page)).toHaveCount(49)
})

for (const size of [
  { width: 1280, height: 720 },
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the results of a search are on the screen and announced, at ${size.width}x${size.height}`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/supported-cards?q=steam')
    const count = page.getByRole('status').filter({ hasText: '1 card' })
    await expect(count).toBeInViewport()
    const result = page.getByRole('region', { name: 'All Cards' }).getByRole('listitem').filter({ hasText: 'Steam' })
    await expect(result).toBeInViewport({ ratio: 0.3 })
    await expect(heading(page, 'Popular Cards')).toHaveCount(0)
    await page.getByLabel('Search cards').fill('')
    await expect(heading(page, 'Popular Cards')).toBeVisible()
    await page.getByRole('button', { name: 'Gaming' }).click()
    await expect(page.getByRole('status').filter({ hasText: '7 cards' })).toBeInViewport()
    await expect(heading(page, 'Popular Cards')).toHaveCount(0)
    await page.getByLabel('Search cards').fill('xbox')
    await page.getByLabel('Search cards').press('Enter')
    await expect(count).toBeFocused()
  })
}

test('explains the maximum and links every brand to its page', async ({ page }) => {
  await page.goto('/supported-cards')
  await expect(page.getByText('With one we buy most cards up to $5,000.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Steam' }).getByText('$2,000')).toBeVisible()
  const brandPages = page.locator('main a[href^="/sell/"]')
  await expect(brandPages).toHaveCount(100)
  const addresses = await brandPages.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(addresses).size).toBe(100)
  await page.getByRole('link', { name: 'Steam: what we need' }).click()
  await expect(heading(page, 'Sell Steam gift cards for cash')).toBeVisible()
})

test('prints the list as a price list and nothing else', async ({ page }) => {
  await page.goto('/supported-cards?category=Gaming')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print This List' }).click()
  await expect(page.locator('body[data-printed]')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('PlayStation').locator('visible=true')).toHaveCount(1)
  await expect(first(page)).toBeHidden()
  for (const name of ['Search cards', 'Sort by']) await expect(page.getByLabel(name)).toBeHidden()
  for (const name of ['Popular Cards', 'What gets rejected']) await expect(heading(page, name)).toBeHidden()
})

test('shows common rejection reasons and the brands with special rules', async ({ page }) => {
  await page.goto('/supported-cards')
  const section = page.getByRole('region', { name: 'What gets rejected' })
  await expect(section.getByText('Your photo shows only the back of the card.')).toBeVisible()
  await section.getByText('Numbers and codes').click()
  await expect(section.getByText('The code is still covered.')).toBeVisible()
  await expect(section.getByText('Your photo shows only the back of the card.')).toBeHidden()
  await expect(section.getByText('We buy CVS cards only when they are physical and bought in-store.')).toBeVisible()
  await expect(section.getByText('An eBay card cannot be partially used.')).toBeVisible()
})

test('the 404 page searches the cards and links to three pages', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(heading(page, '404 Page Not Found')).toBeVisible()
  const main = page.getByRole('main')
  for (const name of ['Go to Home', 'Exchange', 'Supported Cards'])
    await expect(main.getByRole('link', { name, exact: true })).toBeVisible()
  await main.getByLabel('Search cards').fill('best buy')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Supported Cards')).toBeVisible()
  await expect(page.getByLabel('Search cards')).toHaveValue('best buy')
  await expect(offers(page)).toHaveCount(1)
})

test('the front page prices a card while typing and leads to its quote', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Gift Card', { exact: true }).selectOption('Steam')
  await page.getByLabel('Gift Card Value').fill('250.50')
  await expect(page.getByRole('form', { name: 'Quote' }).getByRole('status')).toContainText('$225.45')
  await page.getByRole('button', { name: 'Sell This Card' }).click()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await expect(page.getByText('$225.45').first()).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Convert Gift Cards to Instant Cash')).toBeVisible()
})

test('the front page greets customers and invites visitors', async ({ page }) => {
  await page.goto('/')
  await expect(heading(page, 'Ready to Exchange Your Gift Cards')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Started Now' })).toHaveAttribute('href', '/exchange')
  await join(page)
  await page.reload()
  await expect(heading(page, 'Welcome back, Dana Reyes!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start New Exchange' })).toHaveAttribute('href', '/exchange')
})

test('the contents of the privacy policy link to its headings', async ({ page }) => {
  await page.goto('/privacy-policy')
  await expect(page.getByText('Last updated December 2024')).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Your rights' }).click()
  await expect(page.getByRole('heading', { name: /Your rights$/ })).toBeInViewport()
  await expect(page).toHaveURL(/#your-rights$/)
})
