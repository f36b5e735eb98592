import type { ChatAttachment, ChatMessage } from '#shared/chat-schema.ts'
import type { QueuedMessage } from './send-queue.ts'

/** One line of the thread. `key` stays the same while a message is on its way and when it has arrived. */
export type ThreadEntry = {
  key: string
  at: string
  isOwn: boolean
  text: string
  attachments: readonly ChatAttachment[]
  /** The newest of the customer's own that support has seen. */
  isSeen: boolean
  /** The message as the queue knows it, until it has arrived. */
  outgoing?: QueuedMessage
}

/** What has arrived, then what has not; a message that is in both is shown once, as arrived. */
export function threadEntries(
  messages: readonly ChatMessage[],
  outgoing: readonly QueuedMessage[],
  seenSequence: number,
): ThreadEntry[] {
  const lastOwn = messages.findLast(({ senderType }) => senderType === 'user')
  const arrived = messages.map((each) => ({
    key: each.clientMessageId ?? each.id,
    at: each.timestamp,
    isOwn: each.senderType === 'user',
    text: each.message,
    attachments: each.attachments,
    isSeen: each === lastOwn && each.sequence <= seenSequence,
  }))
  const keys = new Set(arrived.map(({ key }) => key))
  const waiting = outgoing
    .filter(({ clientMessageId }) => !keys.has(clientMessageId))
    .map((entry) => ({
      key: entry.clientMessageId,
      at: entry.writtenAt,
      isOwn: true,
      text: entry.message,
      attachments: entry.files ?? [],
      isSeen: false,
      outgoing: entry,
    }))
  return [...arrived, ...waiting]
}
