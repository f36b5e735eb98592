import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inventoryShows } from '#client/features/admin-inventory/inventory-search.ts'
import { payoutShows } from '#client/features/admin-payouts/payout-search.ts'
import { reportShows } from '#client/features/admin-reports/report-search.ts'
import { wizardSteps } from '#client/features/exchange-wizard/wizard-steps.ts'
import type { SharedAccounts } from './fixtures.ts'
import { findScreen, resolveFor, screens } from './pages.ts'

/** Every route, and every view that a parameter of its URL selects, has a row in `pages/`. */

const routesFolder = path.join(import.meta.dirname, '../../routes')
/** '/transactions/$reference' of `transactions_.$reference.tsx`. Files that begin with - or __ are no routes. */
const routes = readdirSync(routesFolder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.tsx') && !/(^|\/)(-|__)/.test(file))
  .map(
    (file) =>
      `/${file
        .replace(/^index\.tsx$|\.tsx$/, '')
        .replace('_.', '/')
        .replace(/\.\$/, '/$')}`,
  )

const textOf = (file: string) => readFileSync(path.join(routesFolder, '-pages', file), 'utf8')
const tabsOf = (file: string) => [...textOf(file).matchAll(/\bvalue: '([\w-]+)'/g)].map(([, tab = '']) => tab)
const [, adminTabs = ''] = /const tabs = \[(.*)\] as const/.exec(textOf('admin.tsx')) ?? []
const viewsOf = (route: string, parameter: string, values: readonly string[]) =>
  values.map((value) => `${route}?${parameter}=${value}`)
const views = [
  ...viewsOf(
    '/admin',
    'tab',
    [...adminTabs.matchAll(/'(\w+)'/g)].map(([, tab = '']) => tab),
  ),
  ...viewsOf('/admin', 'list', ['appeals']),
  ...viewsOf('/admin', 'view', ['review']),
  ...viewsOf('/admin/inventory', 'show', inventoryShows),
  ...viewsOf('/admin/payouts', 'show', payoutShows),
  ...viewsOf('/admin/rates', 'tab', tabsOf('admin_.rates.tsx')),
  ...viewsOf('/admin/reports', 'show', reportShows),
  ...viewsOf('/admin/settings', 'tab', tabsOf('admin_.settings.tsx')),
  ...viewsOf('/exchange', 'step', wizardSteps),
]

/** What steps of a row open, what is shown without the parameter, and lists that differ from a row's by a filter. */
const shownBy: Readonly<Record<string, string>> = {
  '/admin/users/$id': 'user',
  '/admin/inventory?show=stock': 'inventory',
  '/admin/inventory?show=disposed': 'inventory all',
  '/admin/inventory?show=written-off': 'inventory all',
  '/admin/inventory?show=withdrawn': 'inventory all',
  '/admin/inventory?show=to-check': 'inventory all',
  '/admin/payouts?show=ready': 'payouts',
  '/admin/payouts?show=held': 'payouts held',
  '/admin/payouts?show=sending': 'payouts sent by PayPal',
  '/admin/payouts?show=attention': 'payouts',
  '/admin/payouts?show=done': 'payouts return',
  '/admin/payouts?show=all': 'payouts',
  '/admin/rates?tab=rates': 'rates',
  '/admin/reports?show=business': 'reports',
  '/admin/reports?show=losses': 'reports of losses',
  '/admin/settings?tab=account': 'settings',
  '/exchange?step=card': 'exchange',
  '/exchange?step=quote': 'quote of a visitor',
  '/exchange?step=upload': 'upload ready',
}

const person = { email: 'dana@mail.example', password: '' }
const shared = { seller: person, customer: person, submissions: {} } as unknown as SharedAccounts
const rows = screens.map((screen) => ({
  ...screen,
  address: new URL(resolveFor(screen.path, shared), 'http://site.example'),
}))

/** A state of a page does not show that the page itself has a row. */
function hasRow(page: string): boolean {
  const [route = '', parameter] = page.split('?')
  const pattern = new RegExp(`^${route.replace(/\$\w*/g, '[^/]+')}$`)
  return rows.some(
    ({ address, title }) =>
      pattern.test(address.pathname) &&
      (parameter ? address.search.slice(1).split('&').includes(parameter) : title !== undefined),
  )
}

test('every route and every view has a row in the page tests', () => {
  expect(routes).toEqual(expect.arrayContaining(['/', '/sell/$brand', '/admin/users/$id', '/transactions/$reference']))
  expect(views).toEqual(
    expect.arrayContaining(['/admin?tab=chat', '/admin/settings?tab=audit', '/admin/rates?tab=versions']),
  )
  expect([...routes, ...views].filter((page) => !hasRow(page) && shownBy[page] === undefined)).toEqual([])
})

test('the rows that show a page by their steps exist, and so do the pages', () => {
  for (const name of Object.values(shownBy)) expect(findScreen(name).name).toBe(name)
  expect(Object.keys(shownBy).filter((page) => ![...routes, ...views].includes(page) || hasRow(page))).toEqual([])
})
