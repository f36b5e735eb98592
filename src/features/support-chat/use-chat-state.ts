import { skipToken } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { useShownTyping } from '#client/lib/use-typing.ts'
import type { ChatSession } from '#shared/chat-schema.ts'

export type SupportState = { seenSequence: number; isClosed: boolean; isTyping: boolean }

/** What support has seen of the conversation, whether they are writing, and whether they have closed it. */
export function useChatState(session: ChatSession | null | undefined): SupportState {
  const [isTyping, note] = useShownTyping()
  const { data } = trpc.chat.watchState.useSubscription(session ? { sessionId: session.sessionId } : skipToken, {
    onData: (state) => note(state.isTyping),
  })
  if (!session) return { seenSequence: 0, isClosed: false, isTyping: false }
  return { seenSequence: data?.seenSequence ?? 0, isClosed: data?.isClosed ?? session.isClosed, isTyping }
}
