import { z } from 'zod'
import * as schema from '#shared/chat-schema.ts'
import { hasPermission } from '#shared/staff-role.ts'
import { listMessages, messageView, mySession } from '../../../chat/read-messages.ts'
import { sendMessage } from '../../../chat/send-message.ts'
import { markSeen, watchUnseen } from '../../../chat/unread-replies.ts'
import { watchMessages } from '../../../chat/watch-messages.ts'
import { publishTyping, watchState } from '../../../chat/watch-state.ts'
import { bySequence, streamedTracked, withSignal } from '../subscription-output.ts'
import { customerChange, customerProcedure, memberProcedure, router } from '../trpc.ts'

export const chatRouter = router({
  mySession: customerProcedure.reads(schema.chatSession.nullable(), (app, _, ctx) => mySession(app, ctx.customer.id)),

  messages: memberProcedure
    .limited('conversationReads', 'caller')
    .rest('/api/chat/messages/:sessionId', 'The newest messages of a conversation, oldest first', {
      scopes: ['chat', 'orders'],
      description:
        'At most 500 at once, and fewer where they are very long. Messages are numbered from 1 without a gap: while the first one has a greater `sequence`, the call with that as `before` has earlier ones.',
    })
    .declare({ isLargeRead: true })
    .reads(
      z.array(schema.chatMessage),
      (app, input, { who: { customer, staff } }) => {
        const isSupport = staff !== null && hasPermission(staff.role, 'support')
        return listMessages(app, { customerId: customer?.id, isSupport }, input)
      },
      schema.chatMessagesInput,
    ),

  send: customerProcedure
    .limited('chatMessages', 'customer')
    .restChange('/api/chat/send', 'Write to support', {
      description:
        "Without `sessionId` it opens a conversation about `subject`. A client may make the id itself: 'session_', a time in milliseconds and random letters or digits. The first message under it needs a `subject`, without which an unknown id is 404. The answer has both names of the conversation, our `sessionId` and `clientSessionId`; every chat call of this customer takes either, calls of staff take ours.",
      example: { subject: 'My payout', message: 'When will it arrive?' },
    })
    .answers(schema.chatSendOutput, sendMessage, schema.chatSendInput),

  seen: customerChange.does((ctx, actor, input) => markSeen(ctx, actor.id, input), schema.chatSeenInput),

  typing: customerChange.does(
    (ctx, actor, input) => publishTyping(ctx, { id: actor.id, reader: own(actor) }, input.sessionId),
    schema.chatSessionInput,
  ),

  /** Every message after `lastEventId`, tracked by its sequence, so that a page that reconnects misses none. */
  watch: customerProcedure
    .input(schema.chatWatchInput)
    .output(streamedTracked(schema.chatMessage))
    .subscription(
      withSignal(async ({ ctx, input: { sessionId, lastEventId: after }, signal }) =>
        bySequence(await watchMessages(ctx.app, own(ctx.customer), { sessionId, after }, signal, messageView)),
      ),
    ),

  watchState: customerProcedure.watches(
    schema.chatState,
    (app, signal, ctx, { sessionId }) => watchState(app, ctx.customer.id, sessionId, signal),
    schema.chatSessionInput,
  ),

  watchUnseen: customerProcedure.watches(z.number(), (app, signal, ctx) => watchUnseen(app, ctx.customer.id, signal)),
})

function own(customer: { id: string }) {
  return { customerId: customer.id, isSupport: false }
}
