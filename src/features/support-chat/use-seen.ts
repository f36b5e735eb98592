import { useEffect, useRef, useSyncExternalStore } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import type { ChatMessage, ChatSession } from '#shared/chat-schema.ts'

/** Tells the server up to which reply the customer has seen the conversation, while the page is in front of them. */
export function useSeen({ sessionId, seenSequence }: ChatSession, messages: readonly ChatMessage[]): void {
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const { mutate } = trpc.chat.seen.useMutation()
  const told = useRef(seenSequence)
  const sequence = messages.findLast(({ senderType }) => senderType === 'admin')?.sequence ?? 0

  // Whether the page is looked at is the browser's to say.
  useEffect(() => {
    if (!isVisible || sequence <= told.current) return
    told.current = sequence
    mutate({ sessionId, sequence })
  }, [isVisible, sequence, sessionId, mutate])
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
