import { z } from 'zod'
import {
  chatReplyInput,
  chatReplyOutput,
  chatSeenInput,
  chatSessionInput,
  chatWatchInput,
} from '#shared/chat-schema.ts'
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
import { listAnswers, removeCannedResponse, saveCannedResponse } from '../../../../chat/canned-responses.ts'
import { inboxMessageView } from '../../../../chat/chat-views.ts'
import { countInboxSessions, countUnreadMessages } from '../../../../chat/inbox-queries.ts'
import { listChats, listColleagues, readCustomer, readThread } from '../../../../chat/list-chats.ts'
import { assignChat, markStaffSeen, setChatStatus } from '../../../../chat/manage-chat.ts'
import { support } from '../../../../chat/read-messages.ts'
import { replyToCustomer } from '../../../../chat/reply-to-customer.ts'
import { watchInbox } from '../../../../chat/watch-inbox.ts'
import { watchMessages } from '../../../../chat/watch-messages.ts'
import { publishTyping, watchInboxState } from '../../../../chat/watch-state.ts'
import { answer, answerOk, done, okOutput, reading } from '../../resolvers.ts'
import { bySequence, streamed, streamedTracked, watching, withSignal } from '../../subscription-output.ts'
import { router, supportChange, supportProcedure } from '../../trpc.ts'

export const chatRouter = router({
  sessions: supportProcedure
    .rest('/api/admin/chat/sessions', 'Conversations, the unread first', {
      description: 'With `page` or `limit` a page of them; without, the newest in a plain list.',
    })
    .input(chatSessionsInput)
    .output(z.array(chatSummary))
    .query(({ ctx, input }) => listChats(ctx.app, ctx.staff.id, input)),

  total: supportProcedure
    .input(chatTotalInput)
    .output(z.number())
    .query(({ ctx, input }) => countInboxSessions(ctx.app.db, ctx.staff.id, input)),

  unread: supportProcedure.output(z.number()).query(({ ctx }) => countUnreadMessages(ctx.app.db)),

  thread: supportProcedure
    .limited('conversationReads', 'caller')
    .meta({ isLargeRead: true })
    .input(chatThreadInput)
    .output(chatThread)
    .query(reading(readThread)),

  customer: supportProcedure
    .input(chatSessionInput)
    .output(chatCustomer)
    .query(({ ctx, input }) => readCustomer(ctx.app, input.sessionId)),

  colleagues: supportProcedure.output(chatColleagues).query(reading(listColleagues)),

  reply: supportChange.input(chatReplyInput).output(chatReplyOutput).mutation(answer(replyToCustomer)),

  seen: supportChange
    .input(chatSeenInput)
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => markStaffSeen(ctx, input))),

  typing: supportChange
    .input(chatSessionInput)
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => publishTyping(ctx, { id: ctx.staff.id, reader: support }, input.sessionId))),

  assign: supportChange.input(chatAssignInput).output(okOutput).mutation(done(assignChat)),

  setStatus: supportChange.input(chatStatusInput).output(okOutput).mutation(done(setChatStatus)),

  cannedResponses: supportProcedure.output(z.array(cannedResponse)).query(reading(listAnswers)),

  saveCannedResponse: supportChange
    .input(cannedResponseInput)
    .output(cannedResponse)
    .mutation(answer(saveCannedResponse)),

  removeCannedResponse: supportChange
    .input(z.object({ id }))
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => removeCannedResponse(ctx, ctx.actor, input.id))),

  watchSessions: supportProcedure.output(streamed(chatSignal)).subscription(watching(watchInbox)),

  /** Every message after `lastEventId`, tracked by its sequence. */
  watchThread: supportProcedure
    .input(chatWatchInput)
    .output(streamedTracked(inboxMessage))
    .subscription(
      withSignal(async ({ ctx, input: { sessionId, lastEventId: after }, signal }) =>
        bySequence(await watchMessages(ctx.app, support, { sessionId, after }, signal, inboxMessageView)),
      ),
    ),

  watchState: supportProcedure
    .input(chatSessionInput)
    .output(streamed(inboxState))
    .subscription(
      withSignal(({ ctx, input, signal }) => watchInboxState(ctx.app, ctx.staff.id, input.sessionId, signal)),
    ),
})
