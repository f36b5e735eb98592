import { type BrowserContext, expect, type Page } from '@playwright/test'

export const owner = { username: 'owner', password: 'the-owner-of-these-tests' }
const password = 'a-customer-password'

let people = 0

/** Nobody else's address. */
export function newEmail(): string {
  return `seller-${process.pid}-${Date.now()}-${++people}@mail.example`
}

/** Fills and sends the form of /signup, wherever the page stands now must lead there. */
export async function signUpHere(page: Page, email = newEmail()): Promise<string> {
  await page.getByLabel('Full Name').fill('Dana Reyes')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Phone Number').fill('555-010-0100')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click()
  return email
}

/** Signs staff in on /admin. */
export async function signInStaff(page: Page): Promise<void> {
  await page.goto('/admin')
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('tab', { name: 'Submissions' })).toBeVisible()
}

/** A real JPEG of a card, drawn by the browser itself; `seed` tells two of them apart. */
export async function drawJpeg(page: Page, seed: number): Promise<Buffer> {
  const base64 = await page.evaluate(async (seed) => {
    const canvas = new OffscreenCanvas(900, 568)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas.')
    for (let y = 0; y < 568; y += 4)
      for (let x = 0; x < 900; x += 4) {
        context.fillStyle = `hsl(${(x + y * seed) % 360} 60% 45%)`
        context.fillRect(x, y, 4, 4)
      }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
    let binary = ''
    for (const byte of new Uint8Array(await blob.arrayBuffer())) binary += String.fromCharCode(byte)
    return btoa(binary)
  }, seed)
  return Buffer.from(base64, 'base64')
}

/** Fails the test when a page of this context logs an error or throws. */
export function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}
