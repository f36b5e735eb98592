import { z } from 'zod'
import {
  chatReplyInput,
  chatReplyOutput,
  chatSeenInput,
  chatSessionInput,
  chatWatchInput,
} from '#shared/chat-schema.ts'
import * as schema from '#shared/inbox-schema.ts'
import { person } from '#shared/parts-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { listAnswers, removeCannedResponse, saveCannedResponse } from '../../../../chat/canned-responses.ts'
import { countInboxSessions, countUnreadMessages } from '../../../../chat/inbox-queries.ts'
import { listChats, listColleagues, readCustomer, readThread } from '../../../../chat/list-chats.ts'
import { assignChat, markStaffSeen, setChatStatus } from '../../../../chat/manage-chat.ts'
import { inboxMessageView, support } from '../../../../chat/read-messages.ts'
import { replyToCustomer } from '../../../../chat/reply-to-customer.ts'
import { watchInbox } from '../../../../chat/watch-inbox.ts'
import { watchMessages } from '../../../../chat/watch-messages.ts'
import { publishTyping, watchInboxState } from '../../../../chat/watch-state.ts'
import { bySequence, streamedTracked, withSignal } from '../../subscription-output.ts'
import { router, supportChange, supportProcedure } from '../../trpc.ts'

export const chatRouter = router({
  sessions: supportProcedure
    .rest('/api/admin/chat/sessions', 'Conversations, the unread first', {
      description: 'With `page` or `limit` a page of them; without, the newest in a plain list.',
    })
    .reads(
      z.array(schema.chatSummary),
      (app, input, ctx) => listChats(app, ctx.staff.id, input),
      schema.chatSessionsInput,
    ),

  total: supportProcedure.reads(
    z.number(),
    (app, input, ctx) => countInboxSessions(app.db, ctx.staff.id, input),
    schema.chatTotalInput,
  ),

  unread: supportProcedure.reads(z.number(), (app) => countUnreadMessages(app.db)),

  thread: supportProcedure
    .limited('conversationReads', 'caller')
    .declare({ isLargeRead: true })
    .reads(schema.chatThread, readThread, schema.chatThreadInput),

  customer: supportProcedure.reads(
    schema.chatCustomer,
    (app, { sessionId }) => readCustomer(app, sessionId),
    chatSessionInput,
  ),

  colleagues: supportProcedure.reads(z.array(person), listColleagues),

  reply: supportChange.answers(chatReplyOutput, replyToCustomer, chatReplyInput),

  seen: supportChange.does((ctx, _, input) => markStaffSeen(ctx, input), chatSeenInput),

  typing: supportChange.does(
    (ctx, actor, input) => publishTyping(ctx, { id: actor.id, reader: support }, input.sessionId),
    chatSessionInput,
  ),

  assign: supportChange.does(assignChat, schema.chatAssignInput),

  setStatus: supportChange.does(setChatStatus, schema.chatStatusInput),

  cannedResponses: supportProcedure.reads(z.array(schema.cannedResponse), listAnswers),

  saveCannedResponse: supportChange.answers(schema.cannedResponse, saveCannedResponse, schema.cannedResponseInput),

  removeCannedResponse: supportChange.does((ctx, actor, { id }) => removeCannedResponse(ctx, actor, id), idInput),

  watchSessions: supportProcedure.watches(schema.chatSignal, watchInbox),

  /** Every message after `lastEventId`, tracked by its sequence. */
  watchThread: supportProcedure
    .input(chatWatchInput)
    .output(streamedTracked(schema.inboxMessage))
    .subscription(
      withSignal(async ({ ctx, input: { sessionId, lastEventId: after }, signal }) =>
        bySequence(await watchMessages(ctx.app, support, { sessionId, after }, signal, inboxMessageView)),
      ),
    ),

  watchState: supportProcedure.watches(
    schema.inboxState,
    (app, signal, ctx, { sessionId }) => watchInboxState(app, ctx.staff.id, sessionId, signal),
    chatSessionInput,
  ),
})
