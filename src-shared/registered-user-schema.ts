import { z } from 'zod'
import { pagination } from './paging-schema.ts'
import { paymentTypes } from './payment-method.ts'
import {
  type ClearSummary,
  disableReasons,
  type RegisteredUser,
  USERS_PER_PAGE,
  type UserConversation,
  type UserDetail,
  type UserOrder,
  type UserTotals,
  userSorts,
} from './registered-user.ts'
import { reviewStatuses } from './submission.ts'
import { id } from './text-schema.ts'

const pageRule = 'The page is a whole number from 1.'
const limitRule = 'The limit is a whole number from 1 to 100.'

const page = z.int({ error: pageRule }).min(1, pageRule)
const limit = z.int({ error: limitRule }).min(1, limitRule).max(100, limitRule)
const search = z.string().trim().max(200, 'Search for at most 200 characters.')
const sort = z.enum(userSorts, { error: 'The order is registered, lastLogin or trades.' })

export const userListInput = z.object({
  page: page.default(1),
  limit: limit.default(USERS_PER_PAGE),
  search: search.optional(),
  sort: sort.default('registered'),
})
export type UserListInput = z.infer<typeof userListInput>

/** The documented call: with nothing given it answers the plain list. */
export const userDirectoryInput = z.object({
  page: page.optional(),
  limit: limit.optional(),
  search: search.optional(),
  sort: sort.optional(),
})
export type UserDirectoryInput = z.infer<typeof userDirectoryInput>

export const registeredUser = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
  tradeCount: z.number(),
  totalTradeValue: z.number(),
  totalPayoutAmount: z.number(),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  isActive: z.boolean(),
}) satisfies z.ZodType<RegisteredUser>

export const userListOutput = z.object({ data: z.array(registeredUser), pagination })
export const userDirectoryOutput = z.union([z.array(registeredUser), userListOutput])

export const userTotalsInput = z.object({
  /** When the reader's day began. */
  since: z.iso.datetime({ error: 'The start of the day is an ISO 8601 time in UTC.' }),
})
export const userTotals = z.object({
  totalUsers: z.number(),
  withPhoneNumbers: z.number(),
  registeredToday: z.number(),
  activeTraders: z.number(),
  mayClearAllData: z.boolean(),
}) satisfies z.ZodType<UserTotals>

export const userInput = z.object({ userId: id })
export const userPageInput = z.object({ userId: id, page: page.default(1) })

export const userDetail = registeredUser.extend({
  disabledAt: z.string().nullable(),
  openOrders: z.number(),
  completedOrders: z.number(),
  activeSessions: z.number(),
}) satisfies z.ZodType<UserDetail>

export const userOrder = z.object({
  id: z.string(),
  cardType: z.string(),
  cardValue: z.number(),
  payoutAmount: z.number(),
  paymentMethod: z.enum([...paymentTypes, 'N/A']),
  cardNumber: z.string(),
  status: z.enum(reviewStatuses),
  createdAt: z.string(),
}) satisfies z.ZodType<UserOrder>
export const userOrdersOutput = z.object({ data: z.array(userOrder), pagination })

export const userConversation = z.object({
  sessionId: z.string(),
  subject: z.string(),
  status: z.enum(['open', 'closed']),
  messageCount: z.number(),
  lastActivity: z.string(),
}) satisfies z.ZodType<UserConversation>

export const setUserActiveInput = z.object({
  userId: id,
  isActive: z.boolean({ error: 'isActive is true or false.' }),
  reason: z.enum(disableReasons, { error: `The reason is one of: ${disableReasons.join(', ')}.` }).optional(),
})
export type SetUserActiveInput = z.infer<typeof setUserActiveInput>

/** What a subscription sends: the user that changed, or null for 'read everything again'. */
export const userSignal = z.object({ userId: z.string().nullable() })

export const clearSummary = z.object({
  customers: z.number(),
  submissions: z.number(),
  files: z.number(),
  conversations: z.number(),
  paymentMethods: z.number(),
  mails: z.number(),
  staffKept: z.number(),
  auditEntriesKept: z.number(),
}) satisfies z.ZodType<ClearSummary>

/** `message` is the documented answer; `backup` is the file's name on the server. */
export const clearOutput = z.object({ message: z.string(), backup: z.string() })
