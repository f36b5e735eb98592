import type { ChatAttachment } from '#shared/chat-schema.ts'
import type { InboxMessage } from '#shared/inbox-schema.ts'
import type { Reply } from './reply-queue.ts'

/** One line of the thread. `key` does not change when a reply is delivered. */
export type ThreadLine = {
  key: string
  /** Infinite for a queued reply. */
  sequence: number
  at: string
  /** 'You' for messages of `staffId`, otherwise the name of the sender. */
  from: string
  /** Written by staff: oneself or a colleague. */
  isOwn: boolean
  text: string
  attachments: readonly ChatAttachment[]
  outgoing?: Reply
  isSeen: boolean
}

/** Delivered messages, then queued ones. The last reply is marked once the customer has seen it. */
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
