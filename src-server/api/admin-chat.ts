import { chatReplyInput, chatSendOutput } from '#shared/chat-schema.ts'
import { replyToCustomer } from '../chat/reply-to-customer.ts'
import { router, supportProcedure } from './trpc.ts'

/** The support desk. */
export const adminChatRouter = router({
  chatReply: supportProcedure
    .input(chatReplyInput)
    .output(chatSendOutput)
    .mutation(({ ctx, input }) => replyToCustomer(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input)),
})
