import { expect } from '@playwright/test'
import { expectToast, newStaffPage } from './accounts.ts'
import { test } from './closing-test.ts'

/** Other words would change what the other specs of this server read. */
const LINE = 'Cards Ltd, 1 Main St, Springfield'

test('an owner changes the company line, which pages show, and reverts it', async ({ browser, page }) => {
  const owner = await newStaffPage(browser)
  await owner.goto('/admin/settings?tab=site')
  const form = owner.getByRole('form', { name: 'Site' })
  const before = await owner.request.get('/api/admin/site')
  const { version, values } = await before.json()
  await form.getByLabel('Company line').fill(LINE)
  await form.getByLabel('Note').fill('We have a company')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expectToast(owner, 'Site saved')
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText(LINE)
  await expect(page.getByRole('contentinfo')).toContainText(values.supportEmail)

  await owner.getByRole('button', { name: `Revert to version ${version}`, exact: true }).click()
  const dialog = owner.getByRole('dialog')
  await expect(dialog).toContainText(`before ${LINE}`)
  await dialog.getByRole('button', { name: 'Revert' }).click()
  await expect(owner.getByRole('list', { name: 'History' }).getByRole('listitem').nth(1)).toContainText(
    'We have a company',
  )
  await page.reload()
  await expect(page.getByRole('contentinfo')).not.toContainText(LINE)
})

test('pages, the manifest and the offline page have the values that apply', async ({ request }) => {
  const { site } = await (await request.get('/api/catalogue')).json()
  const texts = ['/', '/terms-of-service', '/manifest.webmanifest', '/offline.html', '/admin']
  for (const path of texts) expect(await (await request.get(path)).text(), path).toContain(site.brandName)
})

test('after a publication the changed brand is in view', async ({ browser }) => {
  const owner = await newStaffPage(browser)
  await owner.goto('/admin/rates')
  const brand = owner.getByRole('button', { name: 'Barnes & Noble', exact: true })
  await brand.click()
  const dialog = owner.getByRole('dialog')
  const photos = dialog.getByLabel('Photos needed')
  await photos.selectOption((await photos.inputValue()) === '2' ? '1' : '2')
  await dialog.getByRole('button', { name: 'Add to changes' }).click()
  await owner.evaluate(() => scrollTo(0, 0))
  await owner.getByRole('button', { name: 'Review changes' }).click()
  await owner.getByRole('dialog').getByLabel('Note').fill('A test of the view')
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await expectToast(owner, 'is published')
  await expect(brand).toBeInViewport()
})
