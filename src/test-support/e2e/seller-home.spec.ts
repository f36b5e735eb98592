import { expect } from '@playwright/test'
import { join } from './accounts.ts'
import { isRunning, layoutShift } from './first-load.ts'
import { submitCard, test } from './submissions.ts'

for (const width of [1280, 360])
  test(`the front page of a seller begins with the open orders, without a layout shift, at ${width} px`, async ({
    page,
    staffApi,
  }) => {
    await page.setViewportSize({ width, height: 820 })
    await join(page)
    await staffApi.decide(await submitCard(page), 'completed')
    const approved = await submitCard(page, {
      cardBrand: 'amazon',
      cardValue: '250',
      exchangeRate: '',
      payoutAmount: '',
    })
    await staffApi.approve(approved)
    const pending = await submitCard(page)

    const home = page.getByRole('region', { name: 'Welcome back, Dana Reyes!' })
    const first = page.getByRole('heading', { level: 1 })
    const isAbove = async () => ((await home.boundingBox())?.y ?? 0) < ((await first.boundingBox())?.y ?? 0)
    // Its height is not known yet, so it is below the page, which does not move.
    await page.goto('/')
    await expect(home.getByRole('listitem')).toHaveCount(2)
    expect(await isAbove()).toBe(false)
    expect(await layoutShift(page)).toBeLessThan(0.01)

    await page.reload()
    await isRunning(page)
    await expect(home.getByRole('listitem')).toHaveCount(2)
    expect(await isAbove()).toBe(true)
    expect(await layoutShift(page)).toBeLessThan(0.01)
    await expect(home).toContainText(/Paid\s*\$92\.00|\$92\.00\s*Paid/)
    await expect(home.getByRole('listitem').nth(0)).toContainText(
      new RegExp(`Apple ${pending}.*We check it next.*Pending`),
    )
    await expect(home.getByRole('listitem').nth(1)).toContainText(/Amazon .*We pay it next.*Approved\s*\$232\.50/)

    await home.getByRole('link', { name: /^Sell again: Apple \$100\.00/ }).click()
    await expect(page.getByRole('heading', { name: 'Upload & Submit' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$100.00')
    await page.goBack()
    await home.getByRole('link', { name: new RegExp(pending) }).click()
    await expect(page.getByRole('heading', { name: `Order ${pending}` })).toBeVisible()
  })
