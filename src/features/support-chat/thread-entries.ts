import type { ChatMessage } from '#shared/chat.ts'
import type { QueuedMessage } from './send-queue.ts'

/** One line of the thread. `key` stays the same while a message is on its way and when it has arrived. */
export type ThreadEntry = {
  key: string
  at: string
  isOwn: boolean
  text: string
  /** The message as the queue knows it, until it has arrived. */
  outgoing?: QueuedMessage
}

/** What has arrived, then what has not; a message that is in both is shown once, as arrived. */
export function threadEntries(messages: readonly ChatMessage[], outgoing: readonly QueuedMessage[]): ThreadEntry[] {
  const arrived = messages.map(({ id, clientMessageId, timestamp, senderType, message }) => ({
    key: clientMessageId ?? id,
    at: timestamp,
    isOwn: senderType === 'user',
    text: message,
  }))
  const keys = new Set(arrived.map(({ key }) => key))
  const waiting = outgoing
    .filter(({ clientMessageId }) => !keys.has(clientMessageId))
    .map((entry) => ({
      key: entry.clientMessageId,
      at: entry.writtenAt,
      isOwn: true,
      text: entry.message,
      outgoing: entry,
    }))
  return [...arrived, ...waiting]
}
