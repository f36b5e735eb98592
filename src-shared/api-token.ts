import { hasPermission, type StaffPermission, type StaffRole } from './staff-role.ts'

/** What an API token may do. 'orders' acts for one customer, chosen at creation; all other scopes act for staff. */
export const tokenScopes = [
  'submissions:read',
  'submissions:write',
  'submissions:reveal',
  'chat',
  'users',
  'users:write',
  'analytics',
  'admin',
  'orders',
] as const
export type TokenScope = (typeof tokenScopes)[number]

export const tokenScopeMessages: Readonly<Record<TokenScope, string>> = {
  'submissions:read': 'See submissions, their history and the CSV export',
  'submissions:write': 'Decide on submissions',
  'submissions:reveal': 'Open photos and reveal numbers of cards',
  chat: 'Read conversations and answer customers',
  users: 'See registered users',
  'users:write': 'Disable and enable customers',
  analytics: 'See live analytics',
  admin: 'What only owners may, such as Clear All Data',
  orders: 'Quote, upload, submit and chat as one customer',
}

const permissionForScope: Readonly<Record<TokenScope, StaffPermission>> = {
  'submissions:read': 'staff',
  'submissions:write': 'review',
  'submissions:reveal': 'review',
  chat: 'support',
  users: 'staff',
  'users:write': 'support',
  analytics: 'staff',
  admin: 'own',
  orders: 'own',
}

/** Whether the role has the permission of every scope: a token never has more permissions than its creator. */
export function mayHoldScopes(role: StaffRole, scopes: readonly TokenScope[]): boolean {
  return scopes.every((scope) => hasPermission(role, permissionForScope[scope]))
}

export const TOKEN_NAME_MAX_LENGTH = 60

export const tokenMessages = {
  noName: 'Name the token after what it is for.',
  noScope: 'Choose at least one thing the token may do.',
  noCustomer: 'Give the e-mail address of the customer the token orders for.',
  unknownCustomer: 'No customer has this e-mail address.',
  pastExpiry: 'Choose a day in the future.',
} as const
