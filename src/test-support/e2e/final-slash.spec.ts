import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { watchErrors } from './accounts.ts'
import { isRunning } from './first-load.ts'
import { test, type Who } from './fixtures.ts'

const folder = path.join(import.meta.dirname, '../../routes')
const examples = { $brand: 'apple', $reference: 'GCE-0000000000', $id: '00000000', $: 'no-such-page' }
/** Their data or the page itself is missing. */
const missing = /Failed to load resource.*\b404\b/

/** An address of every route, by the names of its files. */
const addresses = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !/(^|[/\\])[_-]/.test(name))
  .map((name) => name.replace(/\.tsx$/, '').split(/_?\.|[/\\]/))
  .map((parts) => parts.map((part) => (part === 'index' ? '' : (examples[part as keyof typeof examples] ?? part))))
  .map((parts) => `/${parts.join('/')}`)

for (const who of ['visitor', 'seller', 'staff'] satisfies Who[])
  test.describe(() => {
    test.use({ who })

    test(`every address, with a final slash and without, hydrates without an error for a ${who}`, async ({ page }) => {
      expect(addresses).toEqual(expect.arrayContaining(['/', '/transactions', '/sell/apple', '/admin/payouts']))
      const errors = watchErrors(page.context())
      for (const address of addresses)
        for (const slash of address === '/' ? [''] : ['', '/']) {
          await page.goto(address + slash)
          await isRunning(page)
          await expect(page.locator('h1'), address + slash).toHaveCount(1)
          expect(
            errors.splice(0).filter((error) => !missing.test(error)),
            address + slash,
          ).toEqual([])
        }
    })
  })
