import { expect, type Page } from '@playwright/test'
import { cut, holdBack, owner } from '../accounts.ts'
import { askSupport, press } from '../page-actions.ts'
import { aPng } from '../submissions.ts'
import { screensFrom } from './page-entry.ts'

const log = (page: Page) => page.getByRole('region', { name: 'Messages' })
const box = (page: Page) => page.getByPlaceholder('Type your reply...')

/** Scrolls to the top: the sticky header would intercept clicks on what lies under it. */
const toTop = () => window.scrollTo(0, 0)

/** Opens the conversation of a new customer with a question and a reply with a file. */
async function openThread(page: Page): Promise<string> {
  const sessionId = await askSupport(page)
  const login = await page.request.post('/api/admin/login', { data: owner })
  expect(login.ok()).toBe(true)
  const multipart = { sessionId, message: 'Within the hour.', files: aPng('receipt.png', sessionId) }
  const answer = await page.request.post('/api/admin/chat/reply', { multipart })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto(`/admin?tab=chat&find=${sessionId}&chat=${sessionId}`)
  await expect(log(page).getByText('Within the hour.')).toBeVisible()
  await expect(page.getByText('No orders yet')).toBeVisible()
  return sessionId
}

/** The support inbox of staff, and its effect on the customer's page. */
export const inboxPages = screensFrom({ path: '/' }, [
  {
    name: 'support inbox empty',
    who: 'staff',
    path: '/admin?tab=chat&find=zzzzzzzz',
    open: (page) => expect(page.getByText('No chat sessions')).toBeVisible(),
    shows: 'Select a chat session to view messages',
  },
  {
    name: 'support inbox loading',
    who: 'staff',
    path: '/admin',
    open: async (page) => {
      await holdBack(page, /admin\.chat\.sessions/)
      await page.goto('/admin?tab=chat')
      await expect(page.getByText('Loading chat sessions...')).toBeAttached()
    },
    shows: 'Admin Dashboard',
  },
  {
    name: 'support inbox not read',
    who: 'staff',
    path: '/admin',
    open: async (page) => {
      await cut(page, /admin\.chat\.sessions/)
      await page.goto('/admin?tab=chat')
    },
    shows: 'Failed to fetch chat sessions',
  },
  { name: 'support inbox thread', path: '/admin', title: 'Admin Dashboard', open: openThread, shows: 'Dana Reyes' },
  {
    name: 'support inbox saved answers',
    open: async (page) => {
      await openThread(page)
      const data = { shortcut: `late-${Date.now()}`, text: 'Hi {name}, sorry for the wait: {order} is being checked.' }
      expect((await page.request.post('/trpc/admin.chat.saveCannedResponse', { data })).ok()).toBe(true)
      await box(page).fill('/')
      await expect(page.getByRole('listbox')).toBeVisible()
      await page.evaluate(toTop)
    },
    shows: 'Dana Reyes',
  },
  {
    name: 'support inbox reply failed',
    open: async (page) => {
      await openThread(page)
      await cut(page, /admin\.chat\.reply/)
      await box(page).fill('Are you there?')
      await box(page).press('Enter')
      await expect(page.getByText('Not sent.')).toBeVisible()
      await page.getByLabel('Files for the reply').setInputFiles(aPng('proof.png'))
      await expect(page.getByRole('list', { name: 'Files to send' })).toBeVisible()
      await page.evaluate(toTop)
    },
    shows: 'Dana Reyes',
  },
  {
    name: 'support inbox answers',
    open: async (page) => {
      await openThread(page)
      await press(page, 'Saved answers')
      await press(page.getByRole('dialog'), 'New answer')
      await press(page.getByRole('dialog'), 'Save answer')
      await expect(page.getByText('Enter the answer.')).toBeVisible()
    },
    shows: 'Saved answers',
  },
  {
    name: 'support inbox settings',
    who: 'staff',
    path: '/admin?tab=chat&find=zzzzzzzz',
    open: (page) => press(page, 'Keys and alerts'),
    shows: 'Keys and alerts',
  },
  {
    name: 'contact with files',
    open: async (page) => {
      await openThread(page)
      await page.goto('/contact')
      await expect(page.getByRole('link', { name: /receipt\.png/ })).toBeVisible()
      await page.getByLabel('Files for support').setInputFiles(aPng('card.png'))
      await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('Bytes')
    },
    shows: 'Support Chat',
  },
  {
    name: 'contact closed',
    open: async (page) => {
      const sessionId = await openThread(page)
      const data = { sessionId, status: 'closed' }
      expect((await page.request.post('/trpc/admin.chat.setStatus', { data })).ok()).toBe(true)
      await page.goto('/contact')
      await expect(page.getByText('Support has closed this conversation.')).toBeVisible()
    },
    shows: 'Support Chat',
  },
])
