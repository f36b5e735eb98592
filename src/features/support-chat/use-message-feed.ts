import { useState } from 'react'
import { mergeMessages } from '#client/lib/merge-messages.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { newestOf } from './use-conversation.ts'

/** Adds what is said from now on to the list that is shown, after `messages`; a lost connection goes on where it was. */
export function useMessageFeed(sessionId: string, messages: readonly ChatMessage[]): void {
  const utils = trpc.useUtils()
  // Only where it starts: from then on the connection itself knows what it had last.
  const [lastEventId] = useState(() => messages.at(-1)?.sequence ?? 0)
  trpc.chat.watch.useSubscription(
    { sessionId, lastEventId },
    {
      onData: ({ data }) =>
        utils.chat.messages.setData(newestOf(sessionId), (old = []) => [...mergeMessages(old, [data])]),
    },
  )
}
