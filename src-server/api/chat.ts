import { tracked } from '@trpc/server'
import { z } from 'zod'
import type { ChatMessage } from '#shared/chat.ts'
import {
  chatMessage,
  chatSeenInput,
  chatSendInput,
  chatSendOutput,
  chatSession,
  chatSessionInput,
  chatWatchInput,
} from '#shared/chat-schema.ts'
import { listMessages, mySession } from '../chat/read-messages.ts'
import { sendMessage } from '../chat/send-message.ts'
import { markSeen, watchUnseen } from '../chat/unseen-replies.ts'
import { watchMessages } from '../chat/watch-messages.ts'
import { streamed, streamedTracked } from './streamed.ts'
import { customerProcedure, memberProcedure, router } from './trpc.ts'

export const chatRouter = router({
  mySession: customerProcedure.output(chatSession.nullable()).query(({ ctx }) => mySession(ctx.app, ctx.customer.id)),

  messages: memberProcedure
    .input(chatSessionInput)
    .output(z.array(chatMessage))
    .query(({ ctx, input }) => {
      const { customer, staff } = ctx.who
      return listMessages(ctx.app, { customerId: customer?.id, isStaff: staff !== null }, input.sessionId)
    }),

  send: customerProcedure
    .input(chatSendInput)
    .output(chatSendOutput)
    .mutation(({ ctx, input }) => sendMessage(ctx.app, ctx.customer, input)),

  seen: customerProcedure
    .input(chatSeenInput)
    .output(z.object({ ok: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await markSeen(ctx.app, ctx.customer.id, input)
      return { ok: true }
    }),

  /** Every message after `lastEventId`, each under its sequence: a page that reconnects goes on where it was. */
  watch: customerProcedure
    .input(chatWatchInput)
    .output(streamedTracked(chatMessage))
    .subscription(async ({ ctx, input: { sessionId, lastEventId: after }, signal = AbortSignal.abort() }) =>
      bySequence(await watchMessages(ctx.app, ctx.customer.id, { sessionId, after }, signal)),
    ),

  /** How many replies are waiting to be seen: at once, and whenever it changes. */
  watchUnseen: customerProcedure
    .output(streamed(z.number()))
    .subscription(({ ctx, signal }) => watchUnseen(ctx.app, ctx.customer.id, signal ?? AbortSignal.abort())),
})

async function* bySequence(messages: AsyncIterable<ChatMessage>) {
  for await (const message of messages) yield tracked(String(message.sequence), message)
}
