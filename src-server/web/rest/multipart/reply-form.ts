import type { FastifyRequest } from 'fastify'
import { chatMessages } from '#shared/chat.ts'
import { chatReplyInput, chatReplyOutput } from '#shared/chat-schema.ts'
import type { Actor } from '../../../audit/audit-queries.ts'
import { replyToCustomer } from '../../../chat/reply-to-customer.ts'
import type { CallContext } from '../../../context.ts'
import { withReceivedFiles } from './received-files.ts'

/** The documented reply with files: the same fields and rules; without a message it is 'File attachment'. */
export async function replyMultipart(ctx: CallContext, staff: Actor, request: FastifyRequest) {
  const answer = await withReceivedFiles(ctx.app, staff.id, request, (fields, received) => {
    const hasMessages = (fields.message ?? '').trim() !== ''
    const message = hasMessages || received.length === 0 ? (fields.message ?? '') : chatMessages.filesOnly
    const { sessionId, clientMessageId } = fields
    return replyToCustomer(ctx, staff, chatReplyInput.parse({ sessionId, message, clientMessageId }), received)
  })
  return chatReplyOutput.parse(answer)
}
