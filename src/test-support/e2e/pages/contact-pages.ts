import { expect, type Page } from '@playwright/test'
import { cut, holdBack } from '../accounts.ts'
import type { SharedAccounts } from '../fixtures.ts'
import { askSupport, openMenu, press } from '../page-actions.ts'
import { screensFrom } from './page-entry.ts'

const unbroken = 'Incomprehensibilities'.repeat(10)

/** Opens the conversation of a new customer with a question and a reply. */
async function openThread(page: Page, { staffApi }: SharedAccounts): Promise<string> {
  const sessionId = await askSupport(page)
  await staffApi.answer(sessionId, 'Within the hour. A bank transfer takes up to 2 business days.')
  await page.goto('/contact')
  await expect(page.getByRole('log').getByText('Within the hour.')).toBeVisible()
  return sessionId
}

async function write(page: Page, message: string): Promise<void> {
  await page.getByLabel('Message').fill(message)
  await press(page, 'Send')
}

/** The support chat. */
export const contactScreens = screensFrom({ path: '/' }, [
  {
    name: 'contact of a visitor',
    path: '/contact',
    title: 'Contact Support',
    isVariant: true,
    shows: 'Sign In Required',
  },
  { name: 'contact', who: 'customer', path: '/contact', title: 'Contact Support', shows: 'Start New Conversation' },
  {
    name: 'contact about a card',
    who: 'customer',
    path: '/contact?about=Ikea',
    title: 'Contact Support',
    isVariant: true,
    shows: 'Start New Conversation',
  },
  {
    name: 'contact without a subject',
    who: 'customer',
    path: '/contact',
    open: async (page) => {
      await write(page, 'When will it arrive?')
      await expect(page.getByLabel('Subject')).toBeFocused()
    },
    shows: 'Start New Conversation',
  },
  {
    name: 'contact without a message',
    who: 'customer',
    path: '/contact',
    open: async (page) => {
      await page.getByLabel('Subject').fill('My payout')
      await press(page, 'Send')
      await expect(page.getByLabel('Message')).toBeFocused()
    },
    shows: 'Start New Conversation',
  },
  {
    name: 'contact loading',
    who: 'customer',
    open: async (page) => {
      await holdBack(page, /chat\.mySession/)
      await page.goto('/contact')
      await expect(page.getByText('Loading your conversation...')).toBeAttached()
    },
    shows: 'Contact Support',
  },
  {
    name: 'contact not read',
    who: 'customer',
    open: async (page) => {
      await cut(page, /chat\.mySession/)
      await page.goto('/contact')
      await expect(page.getByText("We couldn't load your conversation")).toBeVisible()
      await write(page, 'Hello?')
    },
    shows: 'Support Chat',
  },
  { name: 'contact answered', open: openThread, shows: 'Support Chat' },
  {
    name: 'contact with long words',
    open: async (page, shared) => {
      const sessionId = await openThread(page, shared)
      await write(page, unbroken)
      await shared.staffApi.answer(sessionId, unbroken)
      await expect(page.getByRole('listitem').filter({ hasText: unbroken })).toHaveCount(2)
    },
    shows: 'Support Chat',
  },
  {
    name: 'contact refused',
    open: async (page, shared) => {
      const sessionId = await openThread(page, shared)
      // The server no longer has this conversation.
      await page.route(/chat\.send/, (route) =>
        route.continue({ postData: route.request().postData()?.replace(sessionId, 'session_0_gone') }),
      )
      await write(page, 'Are you there?')
      await expect(page.getByText('Not sent.')).toBeVisible()
    },
    shows: 'Support Chat',
  },
  {
    name: 'unseen answer',
    open: async (page, { staffApi }) => {
      await staffApi.answer(await askSupport(page), 'Within the hour.')
      await page.reload()
      await expect(page.getByRole('banner').getByRole('link', { name: /^Contact.*1 unread/ })).toBeVisible()
    },
    shows: 'Welcome back, Dana Reyes!',
  },
  {
    name: 'menu with an unseen answer',
    narrow: true,
    open: async (page, { staffApi }) => {
      await staffApi.answer(await askSupport(page), 'Within the hour.')
      await page.reload()
      await openMenu(page)
      await expect(page.getByRole('dialog').getByText('(1 unread)')).toBeAttached()
    },
    shows: 'Menu',
  },
])
