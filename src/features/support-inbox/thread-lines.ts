import type { ChatAttachment } from '#shared/chat-schema.ts'
import type { InboxMessage } from '#shared/inbox-schema.ts'
import type { Reply } from './reply-queue.ts'

/** One line of the thread. `key` stays the same while an answer is on its way and when it has arrived. */
export type ThreadLine = {
  key: string
  /** Its place in the conversation; infinite while it has none. */
  sequence: number
  at: string
  /** 'You' for what `staffId` wrote, the name of a colleague or of the customer otherwise. */
  from: string
  /** Of this side: one's own and a colleague's. */
  isOwn: boolean
  text: string
  attachments: readonly ChatAttachment[]
  outgoing?: Reply
  isSeen: boolean
}

/** What has arrived, then what has not. The last answer the customer has seen is marked. */
export function threadLines(
  staffId: string,
  messages: readonly InboxMessage[],
  outgoing: readonly Reply[],
  seenSequence: number,
): ThreadLine[] {
  const keys = new Set(messages.map(({ clientMessageId }) => clientMessageId))
  const lastOwn = messages.findLast(({ senderType }) => senderType === 'admin')
  const arrived = messages.map((message) => {
    const isOwn = message.senderType === 'admin'
    return {
      key: message.clientMessageId ?? message.id,
      sequence: message.sequence,
      at: message.timestamp,
      from: message.staff === null ? message.senderName : message.staff.id === staffId ? 'You' : message.staff.name,
      isOwn,
      text: message.message,
      attachments: message.attachments,
      isSeen: message === lastOwn && message.sequence <= seenSequence,
    }
  })
  const waiting = outgoing
    .filter(({ clientMessageId }) => !keys.has(clientMessageId))
    .map((reply) => ({
      key: reply.clientMessageId,
      sequence: Number.POSITIVE_INFINITY,
      at: reply.writtenAt,
      from: 'You',
      isOwn: true,
      text: reply.text,
      attachments: [],
      outgoing: reply,
      isSeen: false,
    }))
  return [...arrived, ...waiting]
}
