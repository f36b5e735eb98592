import { z } from 'zod'
import { pageOf } from '#shared/paging-schema.ts'
import * as schema from '#shared/registered-user-schema.ts'
import { getUserDetail, getUserTotals, listUserDirectory, listUsers } from '../../../../accounts/list-users.ts'
import type { Actor } from '../../../../audit/audit-queries.ts'
import { auditRead } from '../../../../audit/audit-reads.ts'
import { listConversationsOf } from '../../../../chat/list-customer-conversations.ts'
import type { AppContext, CallContext } from '../../../../context.ts'
import { setUserActive } from '../../../../operator/operations/set-user-active.ts'
import { listUserSubmissions } from '../../../../submissions/list-submissions.ts'
import { changing } from '../../declaring.ts'
import { userSignals } from '../../signals.ts'
import { router, staffProcedure, supportChange, supportProcedure } from '../../trpc.ts'

const changed = changing((ctx, _, { userId }: { userId: string }) => getUserDetail(ctx.app, userId))

/** Reads customers once this is in the audit log. */
const audited =
  <Input, Output>(read: (app: AppContext, input: Input) => Promise<Output>) =>
  async (app: AppContext, input: Input, ctx: CallContext & { actor: Actor }) => {
    await auditRead(ctx, ctx.actor, 'users.read', 'users')
    return read(app, input)
  }

/** The customers. Every role may read them; only support may disable them and see their conversations. */
export const usersRouter = router({
  list: staffProcedure.reads(schema.userListOutput, audited(listUsers), schema.userListInput),

  directory: staffProcedure
    .rest('/api/admin/users', 'Registered users, newest first', {
      description: 'Without parameters a plain list of the newest 1,000; with `page`, `limit` or `search` a page.',
      example: { page: 1, limit: 15, search: 'dana' },
    })
    .reads(schema.userDirectoryOutput, audited(listUserDirectory), schema.userDirectoryInput),

  totals: staffProcedure.reads(
    schema.userTotals,
    (app, input, ctx) => getUserTotals(app, ctx.staff.role, input.since),
    schema.userTotalsInput,
  ),

  get: staffProcedure.reads(schema.userDetail, (app, { userId }) => getUserDetail(app, userId), schema.userInput),

  submissions: staffProcedure.reads(
    pageOf(schema.userSubmission),
    async (app, { userId, page }, ctx) => {
      await auditRead(ctx, ctx.actor, 'orders.read', userId)
      return listUserSubmissions(app, userId, page)
    },
    schema.userPageInput,
  ),

  conversations: supportProcedure.reads(
    z.array(schema.userConversation),
    (app, { userId }) => listConversationsOf(app, userId),
    schema.userInput,
  ),

  setActive: supportChange
    .rest('/api/admin/users/:id', 'Disable or enable a customer', {
      method: 'PATCH',
      path: { id: 'userId' },
      description: 'Who is disabled is signed out everywhere at once.',
      example: { isActive: false },
    })
    .answers(schema.userDetail, changed(setUserActive), schema.setUserActiveInput),

  watch: staffProcedure.watches(schema.userSignal, userSignals),
})
