import { z } from 'zod'
import { chatReplyInput, chatSeenInput, chatSendOutput, chatSessionInput, chatWatchInput } from '#shared/chat-schema.ts'
import {
  cannedResponse,
  cannedResponseInput,
  chatAssignInput,
  chatColleagues,
  chatCustomer,
  chatSessionsInput,
  chatSignal,
  chatStatusInput,
  chatSummary,
  chatThread,
  chatThreadInput,
  chatTotalInput,
  inboxMessage,
  inboxState,
} from '#shared/inbox-schema.ts'
import { id } from '#shared/text-schema.ts'
import { listAnswers, removeCannedResponse, saveCannedResponse } from '../../../chat/canned-responses.ts'
import { inboxMessageView } from '../../../chat/chat-views.ts'
import { countInboxSessions, countUnreadMessages } from '../../../chat/inbox-queries.ts'
import { listChats, listColleagues, readCustomer, readThread } from '../../../chat/list-chats.ts'
import { assignChat, markStaffSeen, setChatStatus } from '../../../chat/manage-chat.ts'
import { support } from '../../../chat/read-messages.ts'
import { replyToCustomer } from '../../../chat/reply-to-customer.ts'
import { watchInbox } from '../../../chat/watch-inbox.ts'
import { watchMessages } from '../../../chat/watch-messages.ts'
import { publishTyping, watchInboxState } from '../../../chat/watch-state.ts'
import { bySequence } from '../../by-sequence.ts'
import { done } from '../../ok-output.ts'
import { streamed, streamedTracked } from '../../subscription-output.ts'
import { router, supportProcedure } from '../../trpc.ts'

/** The support desk. */
export const chatRouter = router({
  sessions: supportProcedure
    .input(chatSessionsInput)
    .output(z.array(chatSummary))
    .query(({ ctx, input }) => listChats(ctx.app, ctx.staff.id, input)),

  /** How many conversations there are on all pages of `chatSessions`. */
  total: supportProcedure
    .input(chatTotalInput)
    .output(z.number())
    .query(({ ctx, input }) => countInboxSessions(ctx.app.db, ctx.staff.id, input)),

  /** How many messages of customers nobody has seen. */
  unread: supportProcedure.output(z.number()).query(({ ctx }) => countUnreadMessages(ctx.app.db)),

  thread: supportProcedure
    .input(chatThreadInput)
    .output(chatThread)
    .query(({ ctx, input }) => readThread(ctx.app, input)),

  customer: supportProcedure
    .input(chatSessionInput)
    .output(chatCustomer)
    .query(({ ctx, input }) => readCustomer(ctx.app, input.sessionId)),

  colleagues: supportProcedure.output(chatColleagues).query(({ ctx }) => listColleagues(ctx.app)),

  reply: supportProcedure
    .input(chatReplyInput)
    .output(chatSendOutput)
    .mutation(({ ctx, input }) => replyToCustomer(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input)),

  seen: supportProcedure
    .input(chatSeenInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await markStaffSeen(ctx.app, input)
      return { ok: true }
    }),

  typing: supportProcedure
    .input(chatSessionInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await publishTyping(ctx.app, { id: ctx.staff.id, reader: support }, input.sessionId)
      return { ok: true }
    }),

  assign: supportProcedure
    .input(chatAssignInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await assignChat(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input)
      return { ok: true }
    }),

  setStatus: supportProcedure
    .input(chatStatusInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await setChatStatus(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input)
      return { ok: true }
    }),

  cannedResponses: supportProcedure.output(z.array(cannedResponse)).query(({ ctx }) => listAnswers(ctx.app)),

  saveCannedResponse: supportProcedure
    .input(cannedResponseInput)
    .output(cannedResponse)
    .mutation(({ ctx, input }) => saveCannedResponse(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input)),

  removeCannedResponse: supportProcedure
    .input(z.object({ id }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeCannedResponse(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input.id)
      return { ok: true }
    }),

  /** Tells the desk which conversation is new or has changed, at once. */
  watchSessions: supportProcedure
    .output(streamed(chatSignal))
    .subscription(({ ctx, signal }) => watchInbox(ctx.app, signal ?? AbortSignal.abort())),

  /** Every message after `lastEventId`, each under its sequence, as the customer's page gets them. */
  watchThread: supportProcedure
    .input(chatWatchInput)
    .output(streamedTracked(inboxMessage))
    .subscription(async ({ ctx, input: { sessionId, lastEventId: after }, signal = AbortSignal.abort() }) =>
      bySequence(await watchMessages(ctx.app, support, { sessionId, after }, signal, inboxMessageView)),
    ),

  /** What the customer has seen, whether they or a colleague are writing, and whether it is closed. */
  watchState: supportProcedure
    .input(chatSessionInput)
    .output(streamed(inboxState))
    .subscription(({ ctx, input, signal }) =>
      watchInboxState(ctx.app, ctx.staff.id, input.sessionId, signal ?? AbortSignal.abort()),
    ),
})
