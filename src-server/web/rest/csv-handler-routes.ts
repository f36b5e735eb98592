import { transactionSorts } from '#shared/transaction-list.ts'
import { limit, noLimits } from '../auth/rate-limit-policy.ts'
import { statusFilter } from '../http/rest-input.ts'
import { handlerRoute as route } from './route.ts'

const answer = { 'text/csv': { type: 'string' } }

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
    description: 'The oldest transfer first; customers are named by their ids. Who exported it is in the audit log.',
    query: { account: { type: 'string', description: 'Only transfers of this account, such as `cards`.' } },
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
