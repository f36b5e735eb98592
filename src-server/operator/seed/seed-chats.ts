import { Readable } from 'node:stream'
import { chatSendInput } from '#shared/chat-schema.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import { setChatStatus } from '../../chat/manage-chat.ts'
import { replyToCustomer } from '../../chat/reply-to-customer.ts'
import { sendMessage } from '../../chat/send-message.ts'
import type { CallContext } from '../../context.ts'
import { saveUpload } from '../../files/save-upload.ts'
import type { Submitter } from '../../submissions/new-submission.ts'
import { drawCardPhoto } from './draw-card-photo.ts'

const CARD_COLOUR = '#1b2838'

export async function seedChats(
  ctx: CallContext,
  owner: Actor,
  [dana, marcus, priya]: readonly Submitter[],
): Promise<void> {
  if (!dana || !marcus || !priya) throw new Error('There are too few customers.')
  const closed = await ask(ctx, marcus, 'My payout', 'My order is completed. When does the money arrive?')
  await replyToCustomer(ctx, owner, {
    sessionId: closed,
    message: 'Zelle takes up to one business day. You get an email once we have sent it.',
  })
  await setChatStatus(ctx, owner, { sessionId: closed, status: 'closed' })
  const answered = await ask(ctx, priya, 'A card without a receipt', 'Do you buy a Visa card without its receipt?')
  await replyToCustomer(ctx, owner, {
    sessionId: answered,
    message: 'Yes. Send us a photo of both sides, with the code scratched free.',
  })
  const bytes = Readable.from([drawCardPhoto(CARD_COLOUR, true)])
  const { id } = await saveUpload(ctx, dana.id, { name: 'back.png', bytes })
  await ask(ctx, dana, 'Which number is the code?', 'Is the number below the stripe the code?', [id])
}

async function ask(ctx: CallContext, customer: Submitter, subject: string, message: string, fileIds: string[] = []) {
  const { sessionId } = await sendMessage(ctx, customer, chatSendInput.parse({ subject, message, fileIds }))
  return sessionId
}
