import { z } from 'zod'
import { pageOf } from '#shared/paging-schema.ts'
import {
  setUserActiveInput,
  userConversation,
  userDetail,
  userDirectoryInput,
  userDirectoryOutput,
  userInput,
  userListInput,
  userListOutput,
  userPageInput,
  userSignal,
  userSubmission,
  userTotals,
  userTotalsInput,
} from '#shared/registered-user-schema.ts'
import { getUserDetail, getUserTotals, listUserDirectory, listUsers } from '../../../../accounts/list-users.ts'
import type { Actor } from '../../../../audit/audit-queries.ts'
import { auditRead } from '../../../../audit/audit-reads.ts'
import { listConversationsOf } from '../../../../chat/list-customer-conversations.ts'
import { setUserActive } from '../../../../operator/operations/set-user-active.ts'
import { listUserSubmissions } from '../../../../submissions/list-customer-submissions.ts'
import type { ApiContext } from '../../../auth/request-context.ts'
import { userSignals } from '../../signals.ts'
import { router, staffProcedure, supportChange, supportProcedure } from '../../trpc.ts'

/** The customers. Every role may read them; only support may disable them and see their conversations. */
export const usersRouter = router({
  list: staffProcedure
    .input(userListInput)
    .output(userListOutput)
    .query(async ({ ctx, input }) => {
      await auditUsersRead(ctx)
      return listUsers(ctx.app, input)
    }),

  directory: staffProcedure
    .rest('/api/admin/users', 'Registered users, newest first', {
      description: 'Without parameters a plain list of the newest 1,000; with `page`, `limit` or `search` a page.',
      example: { page: 1, limit: 15, search: 'dana' },
    })
    .input(userDirectoryInput)
    .output(userDirectoryOutput)
    .query(async ({ ctx, input }) => {
      await auditUsersRead(ctx)
      return listUserDirectory(ctx.app, input)
    }),

  totals: staffProcedure.reads(
    userTotals,
    (app, input, ctx) => getUserTotals(app, ctx.staff.role, input.since),
    userTotalsInput,
  ),

  get: staffProcedure.reads(userDetail, (app, { userId }) => getUserDetail(app, userId), userInput),

  submissions: staffProcedure
    .input(userPageInput)
    .output(pageOf(userSubmission))
    .query(async ({ ctx, input }) => {
      await auditRead(ctx, ctx.actor, 'orders.read', input.userId)
      return listUserSubmissions(ctx.app, input.userId, input.page)
    }),

  conversations: supportProcedure.reads(
    z.array(userConversation),
    (app, { userId }) => listConversationsOf(app, userId),
    userInput,
  ),

  setActive: supportChange
    .rest('/api/admin/users/:id', 'Disable or enable a customer', {
      method: 'PATCH',
      path: { id: 'userId' },
      description: 'Who is disabled is signed out everywhere at once.',
      example: { isActive: false },
    })
    .input(setUserActiveInput)
    .output(userDetail)
    .mutation(async ({ ctx, input }) => {
      await setUserActive(ctx, ctx.actor, input)
      return getUserDetail(ctx.app, input.userId)
    }),

  watch: staffProcedure.watches(userSignal, userSignals),
})

function auditUsersRead(ctx: ApiContext & { actor: Actor }) {
  return auditRead(ctx, ctx.actor, 'users.read', 'users')
}
