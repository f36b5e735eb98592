import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { watchErrors } from './accounts.ts'
import { test } from './primitives.ts'

for (const theme of ['light', 'dark'] as const)
  test(`every primitive in every state has no accessibility violations, ${theme}`, async ({
    page,
    context,
    primitives,
  }) => {
    const errors = watchErrors(context)
    await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light', reducedMotion: 'reduce' })
    await page.goto(primitives)
    await page.getByRole('button', { name: theme, exact: true }).click()
    await expect(page.locator(`html[data-theme="${theme}"]`)).toBeVisible()
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overhang).toBeLessThanOrEqual(0)
    }
    expect(errors).toEqual([])
  })

test('dialogs open, close as declared and restore the focus', async ({ page, primitives }) => {
  await page.goto(primitives)
  for (const title of ['Small', 'Medium', 'Large', 'Sheet']) {
    const opener = page.getByRole('button', { name: `Dialog: ${title}` })
    await opener.click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  await page.getByRole('button', { name: 'Dialog: Locked' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Locked' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a disabled button stays in the tab order and states the reason', async ({ page, primitives }) => {
  await page.goto(primitives)
  const disabled = page.getByRole('button', { name: 'Disabled' }).first()
  await disabled.focus()
  await expect(disabled).toBeFocused()
  await expect(disabled).toHaveAccessibleDescription('Something is missing')
})

test('a form shows its problem at the field, a refusal above the fields, and neither after a change', async ({
  page,
  primitives,
}) => {
  await page.goto(primitives)
  const form = page.getByRole('form', { name: 'Refused form' })
  const nickname = form.getByLabel('Nickname')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(nickname).toBeFocused()
  await expect(nickname).toHaveAccessibleDescription('Enter a nickname')
  await nickname.fill('Dana')
  await expect(nickname).toHaveAccessibleDescription('')
  await nickname.press('Enter')
  await expect(form.getByRole('alert')).toContainText('The nickname is taken.')
  await nickname.fill('Dan')
  await expect(form.getByRole('alert')).toHaveCount(0)
})

test('a pending form says so and ignores a submit', async ({ page, primitives }) => {
  await page.goto(primitives)
  const form = page.getByRole('form', { name: 'Pending form' })
  await expect(form.getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-busy', 'true')
  await form.getByLabel('Nickname').press('Enter')
  await expect(form.getByText('Enter a nickname')).toHaveCount(0)
})

test('gift cards are engraved with rings, not with specks', { tag: '@firefox' }, async ({ page, primitives }) => {
  await page.goto(primitives)
  const card = page.locator('span[style*="--card"] > span').first()
  const { data, info } = await sharp(await card.screenshot())
    .extractChannel('green')
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Between the logo at the top and the name at the bottom, a row crosses many rings.
  const row = data.subarray(Math.round(info.height * 0.55) * info.width).subarray(0, info.width)
  const edges = row.filter((value, at) => at > 0 && Math.abs(value - (row[at - 1] ?? value)) >= 3).length
  expect(edges).toBeGreaterThan(info.width / 10)
})

test('a small gift card has its logo in the middle', async ({ page, primitives }) => {
  await page.goto(primitives)
  const offsets = await page.locator('span[aria-hidden="true"][style*="--card"] svg').evaluateAll((marks) =>
    marks.map((mark) => {
      const [inner, outer] = [mark.getBoundingClientRect(), (mark.parentElement as HTMLElement).getBoundingClientRect()]
      return Math.abs(inner.left + inner.right - outer.left - outer.right) / 2
    }),
  )
  expect(offsets.length).toBeGreaterThan(0)
  expect(Math.max(...offsets)).toBeLessThan(1)
})

test('a progress bar has an edge under forced colours', async ({ page, primitives }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(primitives)
  await expect(page.getByRole('progressbar').first()).toHaveCSS('border-top-style', 'solid')
})
