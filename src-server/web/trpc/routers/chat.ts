import { z } from 'zod'
import {
  chatMessage,
  chatMessagesInput,
  chatSeenInput,
  chatSendInput,
  chatSendOutput,
  chatSession,
  chatSessionInput,
  chatState,
  chatWatchInput,
} from '#shared/chat-schema.ts'
import { hasPermission } from '#shared/staff-role.ts'
import { messageView } from '../../../chat/chat-views.ts'
import { listMessages, mySession } from '../../../chat/read-messages.ts'
import { sendMessage } from '../../../chat/send-message.ts'
import { markSeen, watchUnseen } from '../../../chat/unread-replies.ts'
import { watchMessages } from '../../../chat/watch-messages.ts'
import { publishTyping, watchState } from '../../../chat/watch-state.ts'
import { answerOk, okOutput } from '../resolvers.ts'
import { bySequence, streamed, streamedTracked, withSignal } from '../subscription-output.ts'
import { customerChange, customerProcedure, memberProcedure, router } from '../trpc.ts'

export const chatRouter = router({
  mySession: customerProcedure.output(chatSession.nullable()).query(({ ctx }) => mySession(ctx.app, ctx.customer.id)),

  messages: memberProcedure
    .limited('conversationReads', 'caller')
    .rest('/api/chat/messages/:sessionId', 'The newest messages of a conversation, oldest first', {
      scopes: ['chat', 'orders'],
      description:
        'At most 500 at once, and fewer where they are very long. Messages are numbered from 1 without a gap: while the first one has a greater `sequence`, the call with that as `before` has earlier ones.',
    })
    .meta({ isLargeRead: true })
    .input(chatMessagesInput)
    .output(z.array(chatMessage))
    .query(({ ctx, input }) => {
      const { customer, staff } = ctx.who
      const isSupport = staff !== null && hasPermission(staff.role, 'support')
      return listMessages(ctx.app, { customerId: customer?.id, isSupport }, input)
    }),

  send: customerProcedure
    .limited('chatMessages', 'customer')
    .restChange('/api/chat/send', 'Write to support', {
      description:
        "Without `sessionId` it opens a conversation about `subject`. A client may make the id itself: 'session_', a time in milliseconds and random letters or digits. The first message under it needs a `subject`, without which an unknown id is 404. The answer has both names of the conversation, our `sessionId` and `clientSessionId`; every chat call of this customer takes either, calls of staff take ours.",
      example: { subject: 'My payout', message: 'When will it arrive?' },
    })
    .input(chatSendInput)
    .output(chatSendOutput)
    .mutation(({ ctx, input }) => sendMessage(ctx, ctx.customer, input)),

  seen: customerChange
    .input(chatSeenInput)
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => markSeen(ctx, ctx.customer.id, input))),

  typing: customerChange
    .input(chatSessionInput)
    .output(okOutput)
    .mutation(
      answerOk(({ ctx, input }) =>
        publishTyping(ctx, { id: ctx.customer.id, reader: own(ctx.customer) }, input.sessionId),
      ),
    ),

  /** Every message after `lastEventId`, tracked by its sequence, so that a page that reconnects misses none. */
  watch: customerProcedure
    .input(chatWatchInput)
    .output(streamedTracked(chatMessage))
    .subscription(
      withSignal(async ({ ctx, input: { sessionId, lastEventId: after }, signal }) =>
        bySequence(await watchMessages(ctx.app, own(ctx.customer), { sessionId, after }, signal, messageView)),
      ),
    ),

  watchState: customerProcedure
    .input(chatSessionInput)
    .output(streamed(chatState))
    .subscription(
      withSignal(({ ctx, input, signal }) => watchState(ctx.app, ctx.customer.id, input.sessionId, signal)),
    ),

  watchUnseen: customerProcedure
    .output(streamed(z.number()))
    .subscription(withSignal(({ ctx, signal }) => watchUnseen(ctx.app, ctx.customer.id, signal))),
})

function own(customer: { id: string }) {
  return { customerId: customer.id, isSupport: false }
}
