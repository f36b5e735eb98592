import { expect, type Page } from '@playwright/test'
import { tryCall } from '../api-reference.ts'
import { press } from '../page-actions.ts'
import { fillToken, makeToken, newTokenName } from '../tokens.ts'
import { listStates, screensFrom } from './page-entry.ts'

const audit = '/admin/settings?tab=audit'
const tokens = '/admin/settings?tab=tokens'

const openForm = async (page: Page) => {
  await press(page, 'Create token')
  return page.getByRole('dialog', { name: 'Create token' })
}

/** Audit log and API tokens of owners. */
export const auditScreens = screensFrom({ who: 'staff', path: tokens }, [
  {
    name: 'audit log',
    path: audit,
    title: 'Settings',
    open: async (page) => {
      for (let at = 0; at < 2; at++) await makeToken(page)
      await page.reload()
      await expect(page.getByRole('cell', { name: /created an API token/ }).first()).toBeVisible()
    },
    shows: 'Settings',
  },
  {
    name: 'audit log of many pages',
    path: audit,
    open: async (page, { submissions }) => {
      const reveal = `/api/admin/submissions/${submissions.pending}/reveal`
      const data = { field: 'cardNumber' }
      for (let at = 0; at < 51; at++) expect((await page.request.post(reveal, { data })).ok()).toBe(true)
      await page.goto(`${audit}&object=${submissions.pending}`)
      await press(page, 'Older')
      await expect(page.getByRole('button', { name: 'Newest' })).toBeVisible()
    },
    shows: 'Settings',
  },
  {
    name: 'audit log empty',
    path: `${audit}&person=zzzz`,
    open: (page) => expect(page.getByRole('button', { name: 'Show all entries' })).toBeVisible(),
    shows: 'No entries found matching your criteria.',
  },
  ...listStates('audit log', { path: audit, call: /admin\.audit\.list/, what: 'audit log', shows: 'Settings' }),
  {
    name: 'api tokens',
    title: 'Settings',
    open: async (page) => {
      const { name } = await makeToken(page)
      await page.reload()
      await expect(page.getByRole('rowheader', { name })).toBeVisible()
    },
    shows: 'API tokens',
  },
  ...listStates('api tokens', { path: tokens, call: /admin\.tokens\.list/, what: 'tokens', shows: 'API tokens' }),
  {
    name: 'make a token',
    open: async (page) => {
      const dialog = await openForm(page)
      await dialog.getByRole('button', { name: 'Create token' }).click()
      await dialog.getByRole('checkbox', { name: 'orders' }).check()
      await expect(dialog.getByLabel("Customer's email address")).toBeVisible()
    },
    shows: 'Create token',
  },
  {
    name: 'token made',
    open: async (page) => {
      await fillToken(await openForm(page), newTokenName(), 'chat')
      await expect(page.getByText('Copy it now')).toBeVisible()
    },
    shows: 'Your new token',
  },
  {
    name: 'revoke a token',
    open: async (page) => {
      const { name } = await makeToken(page)
      await page.reload()
      await press(page, `Revoke ${name}`)
    },
    shows: /^Revoke Script/,
  },
])

/** The API documentation. */
export const apiReferenceScreens = screensFrom({ path: '/api/docs' }, [
  { name: 'api reference', title: 'API', shows: /^Gift Card Exchange API/ },
  {
    name: 'api reference with an open call',
    open: (page) => tryCall(page, 'Selling', 'postApiQuote'),
    shows: /^Gift Card Exchange API/,
  },
  {
    name: 'api reference with the form for a token',
    open: (page) => press(page, 'Authorize'),
    shows: 'Available authorizations',
  },
])
