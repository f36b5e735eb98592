import { hasPermission, type StaffPermission, type StaffRole } from './staff-role.ts'

/** What an API token may do. 'orders' acts for one customer, chosen at creation; all other scopes act for staff. */
const permissionForScope = {
  'submissions:read': 'staff',
  'submissions:write': 'review',
  'submissions:reveal': 'review',
  chat: 'support',
  users: 'staff',
  'users:write': 'support',
  analytics: 'staff',
  'rates:read': 'pay',
  'rates:write': 'pay',
  'payouts:read': 'pay',
  'payouts:write': 'pay',
  'inventory:read': 'pay',
  'inventory:write': 'pay',
  'reports:read': 'pay',
  admin: 'own',
  orders: 'own',
} as const satisfies Readonly<Record<string, StaffPermission>>
export type TokenScope = keyof typeof permissionForScope
export const tokenScopes = Object.keys(permissionForScope) as TokenScope[]

export const tokenScopeMessages: Readonly<Record<TokenScope, string>> = {
  'submissions:read': 'See submissions, their history and the CSV export',
  'submissions:write': 'Decide submissions, answer appeals against rejections and report problems with paid cards',
  'submissions:reveal': 'Open card photos and reveal card numbers',
  chat: 'Read conversations and answer customers',
  users: 'See registered users',
  'users:write': 'Disable and enable customers; disabling one holds their payouts',
  analytics: 'See live analytics',
  'rates:read': 'See brands, rates and their versions',
  'rates:write': 'Publish rates',
  'payouts:read': 'See payouts',
  'payouts:write': 'Send payouts, answer appeals against claw backs and decide who pays for bad cards',
  'inventory:read': 'See what became of the cards that were bought',
  'inventory:write': 'Record what became of the cards that were bought',
  'reports:read': 'See the reports of the business',
  admin: 'Owner tasks, such as Clear All Data',
  orders: 'Sell, answer requests and offers, appeal and chat as one customer',
}

/** Whether the role has the permission of every scope: a token never has more permissions than its creator. */
export function mayHoldScopes(role: StaffRole, scopes: readonly TokenScope[]) {
  return scopes.every((scope) => hasPermission(role, permissionForScope[scope]))
}

export const TOKEN_NAME_MAX_LENGTH = 60

export const tokenMessages = {
  noName: 'Enter a name for the token.',
  noScope: 'Choose at least one permission.',
  noCustomer: 'Enter the email address of the customer the token sells for.',
  unknownCustomer: 'No customer has this email address.',
  pastExpiry: 'Choose a date in the future.',
} as const
