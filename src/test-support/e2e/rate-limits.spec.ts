import { expect, type Page, test } from '@playwright/test'
import {
  processOwner,
  type ServerProcess,
  startServerProcess,
} from '../../../src-server/test-support/server-process.ts'
import { tempFolder } from '../../../src-server/test-support/temp-folder.ts'
import { expectToast, join, password } from './accounts.ts'
import { banner, openDialog, press } from './page-actions.ts'

// A server of its own: on the others nobody is held back.
const folder = tempFolder()
let server: ServerProcess

test.beforeAll(async () => {
  server = await startServerProcess(folder.path, { LIMITS: 'on' })
})

test.afterAll(async () => {
  await server.end('SIGTERM')
  folder[Symbol.dispose]()
})

async function open(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL: server.url })
  if (!context) throw new Error('There is no browser.')
  return context.newPage()
}

/** Calls until the server says that it was too often. */
async function useUp(page: Page, url: string, data: object): Promise<void> {
  for (let status = 0; status !== 429; status = (await page.request.post(url, { data })).status());
}

test('a locked account says how long to wait and keeps what was typed; its owner comes in from a known browser', async ({
  page,
}) => {
  const [known, stranger] = [await open(page), await open(page)]
  const { email } = await join(known)
  await known.request.post('/api/auth/sign-out')
  await useUp(stranger, '/api/auth/sign-in', { email, password: 'guessed' })

  const signIn = async (who: Page) => {
    await who.goto('/')
    const dialog = await openDialog(who, 'Sign In')
    await dialog.getByLabel('Email Address').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await press(dialog, 'Sign In')
    return dialog
  }
  const dialog = await signIn(stranger)
  await expect(dialog.getByRole('alert')).toContainText(
    /Too many tries\. Please wait (1 minute|\d+ seconds) and try again\./,
  )
  await expectToast(stranger, 'Please Wait')
  await expect(dialog.getByLabel('Email Address')).toHaveValue(email)
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(password)

  await signIn(known)
  await expectToast(known, 'Welcome back')
  await expect(banner(known).getByRole('button', { name: 'Sign In', exact: true })).toBeHidden()
})

test('who asks for too many quotes is told how long to wait, with the card still chosen', async ({ page }) => {
  const seller = await open(page)
  await useUp(seller, '/api/quote', { cardBrand: 'apple', cardValue: 100 })
  await seller.goto('/exchange?brand=apple&value=100')
  await press(seller, 'Get My Quote')
  await expectToast(seller, 'Error', 'You have asked for many quotes. Please wait')
  await expect(seller.getByLabel('Gift Card Value')).toHaveValue('100')
})

test('the staff login says so too, and keeps the username', async ({ page }) => {
  const staff = await open(page)
  await useUp(staff, '/api/admin/login', { username: processOwner.username, password: 'guessed' })
  await staff.goto('/admin')
  await staff.getByLabel('Username').fill(processOwner.username)
  await staff.getByLabel('Password', { exact: true }).fill(processOwner.password)
  await press(staff, 'Sign In')
  await expect(staff.getByRole('alert')).toContainText(/Too many tries\. Please wait .* and try again\./)
  await expect(staff.getByLabel('Username')).toHaveValue(processOwner.username)
  await expect(staff.getByLabel('Password', { exact: true })).toHaveValue(processOwner.password)
})
