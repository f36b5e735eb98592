import { expect } from '@playwright/test'
import { cut } from '../accounts.ts'
import { builtUrl } from '../built-files.ts'
import { banner, chooseTheme, openDialog, openMenu, press } from '../page-actions.ts'
import { screensFrom } from './page-entry.ts'

/** The public pages, the menus and the How it Works dialog. */
export const siteScreens = screensFrom({ path: '/' }, [
  { name: 'home', title: 'Instant Cash for Gift Cards', shows: 'Convert Gift Cards to Instant Cash' },
  {
    name: 'home of a customer',
    who: 'customer',
    title: 'Instant Cash for Gift Cards',
    isVariant: true,
    shows: 'Welcome back, Dana Reyes!',
  },
  {
    name: 'home of a seller',
    who: 'seller',
    open: async (page) => {
      await expect(page.getByRole('heading', { name: 'Open orders' })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Open orders' })).toBeVisible()
    },
    shows: 'Open orders',
  },
  {
    name: 'home dark by choice',
    open: (page) => chooseTheme(page, 'Dark'),
    shows: 'Convert Gift Cards to Instant Cash',
  },
  { name: 'supported cards', path: '/supported-cards', title: 'Supported Cards', shows: 'Supported Cards' },
  {
    name: 'supported cards sorted',
    path: '/supported-cards?category=Gaming&sort=rate',
    title: 'Supported Cards',
    isVariant: true,
    shows: 'Supported Cards',
  },
  {
    name: 'no supported card',
    path: '/supported-cards?q=zzzz',
    title: 'Supported Cards',
    isVariant: true,
    shows: 'No Cards Found',
  },
  {
    name: 'card only the exchange takes',
    path: '/supported-cards?q=zara',
    title: 'Supported Cards',
    isVariant: true,
    shows: 'No Cards Found',
  },
  {
    name: 'brand page',
    path: '/sell/steam',
    title: 'Sell Steam gift cards for cash: 90%',
    shows: 'Sell Steam gift cards for cash',
  },
  {
    name: 'brand page of a Visa card',
    path: '/sell/target-visa',
    title: 'Sell Target Visa gift cards for cash: 89%',
    isVariant: true,
    shows: 'Sell Target Visa gift cards for cash',
  },
  { name: 'privacy policy', path: '/privacy-policy', title: 'Privacy Policy', shows: 'Privacy Policy' },
  { name: 'terms of service', path: '/terms-of-service', title: 'Terms of Service', shows: 'Terms of Service' },
  {
    name: 'figures',
    path: '/figures',
    title: 'What we measure',
    open: (page) => expect(page.getByRole('rowheader', { name: 'Overdue now' })).toBeVisible(),
    shows: 'What we measure',
  },
  {
    name: 'figures failed',
    open: async (page) => {
      await cut(page, /figures\.get/)
      await page.goto('/figures')
      await expect(page.getByText('The figures could not be loaded')).toBeVisible()
    },
    shows: 'What we measure',
  },
  { name: 'not found', path: '/nowhere', title: '404 Page Not Found', shows: '404 Page Not Found' },
  {
    name: 'card searched from nowhere',
    path: '/nowhere',
    open: async (page) => {
      await page.getByRole('main').getByLabel('Search cards').fill('steam')
      await press(page.getByRole('main'), 'Search')
    },
    shows: 'Supported Cards',
  },
  { name: 'how it works', open: (page) => openDialog(page, 'How it Works'), shows: 'How it Works' },
  { name: 'menu', narrow: true, open: (page) => openMenu(page), shows: 'Menu' },
  {
    name: 'menu of a customer',
    who: 'customer',
    narrow: true,
    open: (page) => openMenu(page),
    shows: 'Menu',
  },
  {
    name: 'dialog that did not load',
    open: async (page) => {
      await cut(page, new RegExp(builtUrl('features/account/sign-in-dialog.tsx')))
      await press(banner(page), 'Sign In')
      await expect(page.getByRole('alert')).toContainText("We couldn't load this part")
    },
    shows: 'Convert Gift Cards to Instant Cash',
  },
  {
    name: 'page that did not load',
    open: async (page) => {
      await cut(page, new RegExp(builtUrl('routes/-pages/reset-password.tsx')))
      await page.goto('/reset-password')
    },
    shows: "We couldn't show this page",
  },
])
