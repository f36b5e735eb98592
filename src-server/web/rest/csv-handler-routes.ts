import { itemAges, itemFilters } from '#shared/inventory.ts'
import { businessDimensions, lossDimensions } from '#shared/report.ts'
import { transactionSorts } from '#shared/transaction-list.ts'
import { limit, noLimits } from '../auth/rate-limit-policy.ts'
import { statusFilter } from '../http/rest-input.ts'
import { handlerRoute as route } from './route.ts'

const month = { type: 'string', pattern: '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$' }
const months = {
  from: { ...month, description: 'Inclusive; 11 months before the last one without it.' },
  to: { ...month, description: 'Inclusive; the present month without it.' },
}
const answer = { 'text/csv': { type: 'string' } }

const range = {
  from: { type: 'string', description: 'A day or a date-time (ISO 8601), inclusive. Days are of UTC.' },
  to: { type: 'string', description: 'A day, which is included, or a date-time, which is exclusive.' },
} as const

/** The lists that a caller gets as a file. */
export const csvHandlerRoutes = {
  csv: route({
    method: 'GET',
    url: '/api/admin/submissions.csv',
    access: 'reviewer',
    limits: [limit('exports', 'staff')],
    scopes: ['submissions:read'],
    tag: 'Review',
    summary: 'The review queue as a file',
    description:
      'The newest first; numbers are masked, and no cell is a formula. Who exported what is in the audit log.',
    query: {
      status: statusFilter,
      search: { type: 'string', description: 'As in the queue.' },
    },
    answer,
  }),
  usersCsv: route({
    method: 'GET',
    url: '/api/admin/users.csv',
    access: 'owner',
    limits: [limit('exports', 'staff')],
    scopes: ['admin'],
    tag: 'Staff',
    summary: 'The registered users as a file',
    description: 'The newest first; no cell is a formula. Who exported them is in the audit log.',
    query: { search: { type: 'string', description: 'As in the list of registered users.' } },
    answer,
  }),
  ratesCsv: route({
    method: 'GET',
    url: '/api/admin/rates.csv',
    access: 'finance',
    limits: [limit('exports', 'staff')],
    scopes: ['rates:read'],
    tag: 'Rates',
    summary: 'A version of the rates as a file',
    description: 'A line for each band; money in dollars, rates in percent. Who exported it is in the audit log.',
    query: { version: { type: 'integer', minimum: 1, description: 'By default the newest.' } },
    answer,
    refusals: [404],
  }),
  insiderCsv: route({
    method: 'GET',
    url: '/api/admin/insider-report.csv',
    access: 'owner',
    limits: [limit('exports', 'staff')],
    scopes: ['admin'],
    tag: 'Staff',
    summary: 'The insider report as a file',
    description: 'A line for each member of staff; at most 31 days. Who exported it is in the audit log.',
    query: {
      from: { type: 'string', format: 'date-time', description: 'Inclusive.' },
      to: { type: 'string', format: 'date-time', description: 'Exclusive.' },
    },
    example: { from: '2026-11-01T00:00:00Z', to: '2026-11-23T00:00:00Z' },
    answer,
    refusals: [422],
  }),
  ledgerCsv: route({
    method: 'GET',
    url: '/api/admin/ledger.csv',
    access: 'finance',
    limits: [limit('exports', 'staff')],
    scopes: ['payouts:read'],
    tag: 'Payouts',
    summary: 'The ledger as a file',
    description:
      'The oldest transfer first; customers are named by their ids. With `from` or `to`, amounts have two decimals, more columns follow the first ten, and lines without a number have the opening and closing balance of each account. Who exported it is in the audit log.',
    query: {
      account: { type: 'string', description: 'Only transfers of this account, such as `cards`.' },
      ...range,
    },
    answer,
  }),
  payoutsCsv: route({
    method: 'GET',
    url: '/api/admin/payouts.csv',
    access: 'finance',
    limits: [limit('exports', 'staff')],
    scopes: ['payouts:read'],
    tag: 'Payouts',
    summary: 'The payouts that were sent in a range as a file',
    description:
      'The oldest first, amounts with two decimals; customers are named by their ids. Who exported them is in the audit log.',
    query: range,
    example: { from: '2026-11-01', to: '2026-11-30' },
    answer,
  }),
  itemsCsv: route({
    method: 'GET',
    url: '/api/admin/inventory/items.csv',
    access: 'finance',
    limits: [limit('exports', 'staff')],
    scopes: ['inventory:read'],
    tag: 'Inventory',
    summary: 'The cards that were bought as a file',
    description: 'In the order of their payment; no cell is a formula. Who exported them is in the audit log.',
    query: {
      state: { type: 'string', enum: [...itemFilters] },
      age: { type: 'string', enum: [...itemAges] },
      brand: { type: 'string' },
      search: { type: 'string', description: 'As in the list.' },
    },
    answer,
  }),
  businessCsv: route({
    method: 'GET',
    url: '/api/admin/reports/business.csv',
    access: 'finance',
    limits: noLimits,
    scopes: ['reports:read'],
    tag: 'Reports',
    summary: 'The report of the business as a file',
    description: 'As `GET /api/admin/reports/business`. Who exported it is in the audit log.',
    query: { by: { type: 'string', enum: [...businessDimensions] }, ...months },
    example: { by: 'brand', from: '2026-01', to: '2026-12' },
    answer,
  }),
  lossesCsv: route({
    method: 'GET',
    url: '/api/admin/reports/losses.csv',
    access: 'finance',
    limits: noLimits,
    scopes: ['reports:read'],
    tag: 'Reports',
    summary: 'The report of losses as a file',
    description: 'As `GET /api/admin/reports/losses`. Who exported it is in the audit log.',
    query: { by: { type: 'string', enum: [...lossDimensions] }, ...months },
    example: { by: 'seller', from: '2026-01', to: '2026-12' },
    answer,
  }),
  sellersCsv: route({
    method: 'GET',
    url: '/api/admin/sellers.csv',
    access: 'finance',
    limits: [limit('exports', 'staff')],
    scopes: ['reports:read'],
    tag: 'Reports',
    summary: 'What each seller was paid in a year, as a file',
    description:
      'What arrived less what came back, by the day (UTC) on which it was recorded; deleted accounts keep their amounts. Who exported it is in the audit log.',
    query: { year: { type: 'string', pattern: '^[1-9][0-9]{3}$', description: 'Required.' } },
    example: { year: '2026' },
    answer,
  }),
  transactionsCsv: route({
    method: 'GET',
    url: '/api/user/transactions.csv',
    access: 'customer',
    limits: noLimits,
    scopes: ['orders'],
    tag: 'Selling',
    summary: 'Your own orders as a file',
    description: 'Numbers are masked, and no cell is a formula.',
    query: {
      status: statusFilter,
      search: { type: 'string', description: 'Text in the reference or the brand.' },
      sort: { type: 'string', enum: [...transactionSorts] },
    },
    answer,
  }),
}
