import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import {
  processOwner,
  type ServerProcess,
  startServerProcess,
} from '../../../src-server/testing/test-support/server-process.ts'
import { tempFolder } from '../../../src-server/testing/test-support/temp-folder.ts'
import { expectToast, join } from './accounts.ts'
import { test } from './closing-test.ts'
import { press } from './page-actions.ts'
import { submitCard } from './submissions.ts'

// A separate server, because Clear All Data affects every test on it.
const folder = tempFolder()
let server: ServerProcess

test.beforeAll(async () => {
  server = await startServerProcess(folder.path)
})

test.afterAll(async () => {
  await server.end('SIGKILL')
  folder[Symbol.dispose]()
})

test('Clear All Data signs out customers, writes a backup on the server and clears the browser', async ({
  browser,
}) => {
  const open = async () => (await browser.newContext({ baseURL: server.url })).newPage()
  const [customer, staff] = [await open(), await open()]
  await join(customer)
  await submitCard(customer)
  await customer.goto('/transactions')
  await expect(customer.getByText('$92.00').first()).toBeVisible()

  await staff.request.post('/api/admin/login', { data: processOwner })
  await staff.goto('/admin?tab=users')
  await staff.evaluate(() => {
    localStorage.setItem('gce.profile', '{}')
    localStorage.setItem('gce.device.theme', '"dark"')
    localStorage.setItem('not-ours', 'stays')
  })
  await press(staff, 'Clear All Data')
  const dialog = staff.getByRole('dialog')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Customers (signed out immediately)' })).toContainText(
    '1',
  )
  await dialog.getByLabel(/^Type/).fill('Gift Card Exchange')
  const reloaded = staff.waitForEvent('load')
  await press(dialog, 'Clear All Data')
  await expectToast(staff, 'Data Cleared Successfully')
  await expect(staff.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await reloaded
  await expect(staff.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  expect(await staff.evaluate(() => Object.keys(localStorage))).toEqual(['not-ours'])

  await expect(customer.getByText('Please sign in to view your transaction history.')).toBeVisible()
  const backups = readdirSync(path.join(folder.path, 'backups')).filter((name) => name.endsWith('.gcebackup'))
  expect(backups).toHaveLength(1)
  expect(readdirSync(path.join(folder.path, 'files'))).toEqual([])

  await staff.getByLabel('Username').fill(processOwner.username)
  await staff.getByLabel('Password', { exact: true }).fill(processOwner.password)
  await press(staff, 'Sign In')
  await expect(staff.getByText('No registered users found')).toBeVisible()
})
