import { expect, type Page } from '@playwright/test'
import {
  processOwner,
  type ServerProcess,
  startServerProcess,
} from '../../../src-server/testing/test-support/server-process.ts'
import { tempFolder } from '../../../src-server/testing/test-support/temp-folder.ts'
import { expectToast, join, password } from './accounts.ts'
import { test } from './closing-test.ts'
import { banner, openDialog, press } from './page-actions.ts'

// A separate server, because the others run without rate limits.
const folder = tempFolder()
let server: ServerProcess

test.beforeAll(async () => {
  server = await startServerProcess(folder.path, { LIMITS: 'on' })
})

test.afterAll(async () => {
  await server.end('SIGKILL')
  folder[Symbol.dispose]()
})

async function open(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL: server.url })
  if (!context) throw new Error('There is no browser.')
  return context.newPage()
}

/** Calls until the server responds with 429. */
async function useUp(page: Page, url: string, data: object): Promise<void> {
  for (let status = 0; status !== 429; status = (await page.request.post(url, { data })).status());
}

test('a locked account shows the waiting time and keeps the input; a trusted device can still sign in', async ({
  page,
}) => {
  const [trusted, untrusted] = [await open(page), await open(page)]
  const { email } = await join(trusted)
  await trusted.request.post('/api/auth/sign-out')
  await useUp(untrusted, '/api/auth/sign-in', { email, password: 'guessed' })

  const signIn = async (who: Page) => {
    await who.goto('/')
    const dialog = await openDialog(who, 'Sign In')
    await dialog.getByLabel('Email Address').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await press(dialog, 'Sign In')
    return dialog
  }
  const dialog = await signIn(untrusted)
  await expect(dialog.getByRole('alert')).toContainText(
    /Too many tries\. Please wait (1 minute|\d+ seconds) and try again\./,
  )
  await expectToast(untrusted, 'Please Wait')
  await expect(dialog.getByLabel('Email Address')).toHaveValue(email)
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(password)

  await signIn(trusted)
  await expectToast(trusted, 'Welcome back')
  await expect(banner(trusted).getByRole('button', { name: 'Sign In', exact: true })).toBeHidden()
})

test('a limited quote request shows the waiting time and keeps the card', async ({ page }) => {
  const seller = await open(page)
  await useUp(seller, '/api/quote', { cardBrand: 'apple', cardValue: 100 })
  await seller.goto('/exchange?brand=apple&value=100')
  await press(seller, 'Get My Quote')
  await expectToast(seller, 'Error', 'You have requested many quotes. Please wait')
  await expect(seller.getByLabel('Gift Card Value')).toHaveValue('100')
})

test('a limited staff login shows the waiting time and keeps the username', async ({ page }) => {
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
