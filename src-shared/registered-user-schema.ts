import { z } from 'zod'
import { limit, page, pageOf, pagingOf } from './paging-schema.ts'
import { person } from './parts-schema.ts'
import { paymentTypes } from './payment-type.ts'
import { disableReasons, USERS_PER_PAGE, userSorts } from './registered-user.ts'
import { reviewStatuses } from './submission.ts'
import { id, searchText as search } from './text-schema.ts'

const sort = z.enum(userSorts, { error: 'Order must be registered, lastLogin or trades.' })

export const userListInput = z.object({
  ...pagingOf(USERS_PER_PAGE),
  search: search.optional(),
  sort: sort.default('registered'),
})
export type UserListInput = z.infer<typeof userListInput>

/** The documented REST call: without any parameter it returns the plain list. */
export const userDirectoryInput = z.object({ page, limit, search, sort }).partial()
export type UserDirectoryInput = z.infer<typeof userDirectoryInput>

export const userExportInput = z.object({ search: search.optional() })

/** A registered customer as staff see them. Money is dollars, times are ISO 8601. */
const registeredUser = person.extend({
  /** Null, because customers sign in by e-mail. */
  username: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
  tradeCount: z.number(),
  totalTradeValue: z.number(),
  /** Of completed submissions only. */
  totalPayoutAmount: z.number(),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  isActive: z.boolean(),
})
export type RegisteredUser = z.infer<typeof registeredUser>

export const userListOutput = pageOf(registeredUser)
export const userDirectoryOutput = z.union([z.array(registeredUser), userListOutput])

export const userTotalsInput = z.object({
  /** In the caller's time zone. */
  since: z.iso.datetime({ error: 'Enter the start of the day in ISO 8601 format (UTC).' }),
})
export const userTotals = z.object({
  totalUsers: z.number(),
  withPhoneNumbers: z.number(),
  registeredToday: z.number(),
  activeTraders: z.number(),
  mayClearAllData: z.boolean(),
})
export type UserTotals = z.infer<typeof userTotals>

export const userInput = z.object({ userId: id })
export const userPageInput = z.object({ userId: id, page: page.default(1) })

export const userDetail = registeredUser.extend({
  disabledAt: z.string().nullable(),
  openOrders: z.number(),
  completedOrders: z.number(),
  activeSessions: z.number(),
})
export type UserDetail = z.infer<typeof userDetail>

/** A submission in the list of one customer. Money is dollars, `cardNumber` is masked. */
export const userSubmission = z.object({
  id: z.string(),
  cardType: z.string(),
  cardValue: z.number(),
  payoutAmount: z.number(),
  paymentMethod: z.enum([...paymentTypes, 'N/A']),
  cardNumber: z.string(),
  status: z.enum(reviewStatuses),
  createdAt: z.string(),
})
export type UserSubmission = z.infer<typeof userSubmission>

export const userConversation = z.object({
  sessionId: z.string(),
  subject: z.string(),
  status: z.enum(['open', 'closed']),
  messageCount: z.number(),
  lastActivity: z.string(),
})
export type UserConversation = z.infer<typeof userConversation>

export const setUserActiveInput = z.object({
  userId: id,
  isActive: z.boolean({ error: 'isActive must be true or false.' }),
  reason: z.enum(disableReasons, { error: `Reason must be one of: ${disableReasons.join(', ')}.` }).optional(),
})
export type SetUserActiveInput = z.infer<typeof setUserActiveInput>

/** A subscription event: the user that changed, or null when events were lost and all has to be read again. */
export const userSignal = z.object({ userId: z.string().nullable() })

export const clearSummary = z.object({
  customers: z.number(),
  submissions: z.number(),
  files: z.number(),
  conversations: z.number(),
  paymentMethods: z.number(),
  mails: z.number(),
  /** What the site owes customers: `amount` in dollars for this number of payouts. */
  owed: z.object({ payouts: z.number(), amount: z.number() }),
  staffKept: z.number(),
  auditEntriesKept: z.number(),
})
export type ClearSummary = z.infer<typeof clearSummary>

/** `message` is the documented text; `backup` is the name of the backup file on the server. */
export const clearOutput = z.object({ message: z.string(), backup: z.string() })
