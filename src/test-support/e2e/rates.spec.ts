import { expect, type Page } from '@playwright/test'
import { newStaffPage } from './accounts.ts'
import { test } from './fixtures.ts'
import { publishRate, readRates } from './published-rates.ts'

/** No other test sells their cards. Browsers run at the same time, so each has its own. */
const brand = { slug: 'pottery-barn', name: 'Pottery Barn' }
const brandOfFirefox = { slug: 'petsmart', name: 'PetSmart' }

test.describe.configure({ mode: 'serial' })

async function rateOf(page: Page, slug = brand.slug): Promise<number | undefined> {
  const { brands } = await readRates(page)
  return brands.find((each) => each.slug === slug)?.bands[0]?.rateBps
}

/** Publishes what is being reviewed, again while other tests publish at the same time. */
async function publishByKeyboard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Review changes' })
  const publish = dialog.getByRole('button', { name: 'Publish 1 change' })
  await expect(async () => {
    await publish.press('Enter')
    await expect(dialog).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
}

test('an owner edits, reviews and publishes a rate with the keyboard alone', { tag: '@firefox' }, async ({
  browser,
  browserName,
}) => {
  const { slug, name } = browserName === 'firefox' ? brandOfFirefox : brand
  const page = await newStaffPage(browser)
  const before = (await rateOf(page, slug)) ?? 0
  const typed = String((before + 25) / 100)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Rates' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Search brands' }).focus()
  await page.keyboard.type(slug)
  await expect(page.getByRole('row')).toHaveCount(2)
  const opener = page.getByRole('button', { name, exact: true })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel('Rate (%)').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('92,5')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Rate (%)')).toBeFocused()
  await expect(dialog.getByText('Write 92.5 with a point.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Rate (%)').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.reload()
  const review = page.getByRole('button', { name: 'Review changes' })
  await review.press('Enter')
  await expect(page.getByText('+0.25 points')).toBeVisible()
  await page.getByLabel('Note').focus()
  await page.keyboard.type('Resale prices rose')
  await publishByKeyboard(page)
  await expect(page.getByRole('region', { name: 'Changes that are not published' })).toHaveCount(0)
  expect(await rateOf(page, slug)).toBe(before + 25)
  await page.getByRole('tab', { name: 'Versions' }).click()
  await expect(page.getByRole('row', { name: /Resale prices rose/ }).first()).toBeVisible()
})

test('an exported file with a correction is reviewed and published', async ({ browser }) => {
  const page = await newStaffPage(browser)
  const before = (await rateOf(page)) ?? 0
  await page.goto('/admin/rates')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
  const csv = Buffer.concat(chunks).toString('utf8')
  const rate = String(before / 100)
  const edited = csv.replace(new RegExp(`^("?${brand.slug}"?,.*,)"?${rate}"?,`, 'm'), `$1${(before - 50) / 100},`)
  expect(edited).not.toBe(csv)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const file = (text: string) => ({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByLabel('CSV file').setInputFiles(file(`${csv}unknown,Unknown,Gaming,active,50,5000,92,50,5000\n`))
  await expect(page.getByRole('row', { name: /slug/ })).toBeVisible()
  await page.getByLabel('CSV file').setInputFiles(file(edited))
  const dialog = page.getByRole('dialog', { name: 'Review changes' })
  await expect(dialog.getByRole('heading', { name: brand.name })).toBeVisible()
  expect(await rateOf(page)).toBe(before)
  await dialog.getByLabel('Note').fill('New price list')
  await dialog.getByLabel('Note').blur()
  await publishByKeyboard(page)
  await expect.poll(() => rateOf(page)).toBe(before - 50)
})

test('rates that a colleague publishes appear on an open page', async ({ browser }) => {
  const page = await newStaffPage(browser)
  const before = (await rateOf(page)) ?? 0
  await page.goto(`/admin/rates?search=${brand.slug}`)
  await expect(page.getByRole('row', { name: new RegExp(`${before / 100}%`) })).toBeVisible()
  await publishRate(page, brand.slug, 15)
  await expect(page.getByRole('row', { name: new RegExp(`${(before + 15) / 100}%`) })).toBeVisible()
})
