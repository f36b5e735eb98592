import { expect, type Page } from '@playwright/test'
import { join, watchErrors } from './accounts.ts'
import { test } from './fixtures.ts'
import { aPng } from './submissions.ts'
import { chooseMethod, files, fillSubmission, heading } from './wizard-actions.ts'

/**
 * Runs in the page: replaces every text by two nested `<font>` elements, now and whenever one appears, as Google
 * Translate and the translation of Chromium do. The words stay, so that a test can find them.
 */
function translateAsBrowsersDo(): void {
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode())
      if (node instanceof Text) texts.push(node)
    for (const text of texts) {
      if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest('font, script, style')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) setTimeout(translate, 0, node)
  }).observe(document.body, { childList: true, subtree: true })
  translate(document.body)
}

async function openTranslated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.evaluate(translateAsBrowsersDo)
}
const fonts = (page: Page) => page.locator('main font').count()

test('a whole order can be made on a translated page', { tag: '@main' }, async ({ page, context }) => {
  const errors = watchErrors(context)
  await join(page)
  await openTranslated(page, '/exchange?brand=apple&value=100')
  await expect(page.getByText('$92.00').first()).toBeVisible()
  await page.getByLabel('Gift Card Value').fill('200')
  await expect(page.getByText('$184.00').first()).toBeVisible()
  await expect(page.getByText('$92.00')).toHaveCount(0)
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await chooseMethod(page, 'Cash App')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(heading(page, 'Upload & Submit')).toBeVisible()
  await fillSubmission(page)
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
  await page.getByLabel('Gift card photos').setInputFiles(aPng('back.png'))
  await expect(files(page).getByText('Uploaded')).toHaveCount(2)
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  await expect(page.getByText('$184.00').first()).toBeVisible()
  await expect(page.getByText("We couldn't load this part")).toHaveCount(0)
  expect(await fonts(page)).toBeGreaterThan(0)
  expect(errors).toEqual([])
})

test('a calculator, a search and a menu change their texts on a translated page', async ({ page, context }) => {
  const errors = watchErrors(context)
  await openTranslated(page, '/')
  await page.getByLabel('Gift Card Value').fill('250')
  await expect(page.getByText(/\$2\d\d\.\d\d/).first()).toBeVisible()
  await page.getByLabel('Gift Card Value').fill('')
  await openTranslated(page, '/supported-cards')
  const search = page.getByRole('searchbox')
  for (const text of ['apple', 'zzzz', 'visa', '']) await search.fill(text)
  await expect(page.getByRole('link', { name: /Apple/ }).first()).toBeVisible()
  expect(errors).toEqual([])
})
