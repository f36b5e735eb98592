import { useEffect } from 'react'
import type { ChatMessage, ChatSession } from '#shared/chat-schema.ts'
import type { QueuedMessage, SendQueue } from './send-queue.ts'
import { useMessageFeed } from './use-message-feed.ts'
import { useSeen } from './use-seen.ts'

type FollowerProps = {
  session: ChatSession
  messages: readonly ChatMessage[]
  outgoing: readonly QueuedMessage[]
  queue: SendQueue
}

/** Follows one conversation, from the moment its messages are there; draws nothing. */
export function ConversationFollower({ session, messages, outgoing, queue }: FollowerProps) {
  useMessageFeed(session.sessionId, messages)
  useSeen(session, messages)

  // The queue lives outside React: what was pushed has arrived, even if the answer to its sender was lost.
  useEffect(() => {
    const arrived = new Set(messages.map(({ clientMessageId }) => clientMessageId))
    for (const { clientMessageId, state } of outgoing)
      if (state === 'failed' && arrived.has(clientMessageId)) queue.forget(clientMessageId)
  }, [messages, outgoing, queue])

  return null
}
