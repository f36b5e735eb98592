import { skipToken } from '@tanstack/react-query'
import { hasEarlier, mergeMessages } from '#client/lib/thread.ts'
import { useEarlierMessages, useShownTyping } from '#client/lib/thread-hooks.ts'
import { api, trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { CHAT_MESSAGES_PER_PAGE } from '#shared/chat.ts'
import type { ChatMessage, ChatSession } from '#shared/chat-schema.ts'

const POLL_MS = 3_000

export type Conversation = ReturnType<typeof useConversation>

/** The input of the first page; its cache entry also receives all later messages. */
export const newestOf = (sessionId: string) => ({ sessionId, limit: CHAT_MESSAGES_PER_PAGE })

/** The customer's conversation with its messages; polls only while the socket is closed. */
export function useConversation() {
  // Another device may have started a conversation.
  const session = trpc.chat.mySession.useQuery(undefined, { refetchOnMount: 'always' })
  const sessionId = session.data?.sessionId
  const messages = trpc.chat.messages.useQuery(sessionId === undefined ? skipToken : newestOf(sessionId), {
    ...usePolling(POLL_MS),
    // A response that was in flight during a push lacks the pushed message.
    structuralSharing: (old, fresh) => mergeMessages((old as ChatMessage[] | undefined) ?? [], fresh as ChatMessage[]),
  })
  const utils = trpc.useUtils()
  const earlier = useEarlierMessages(messages.data, async (before) => {
    if (sessionId === undefined) return
    const found = await api.chat.messages.query({ ...newestOf(sessionId), before })
    utils.chat.messages.setData(newestOf(sessionId), (now) => now && [...mergeMessages(found, now)])
  })

  return {
    earlier: hasEarlier(messages.data ?? []) ? earlier : undefined,
    /** Null without a conversation, undefined while loading. */
    session: session.data,
    /** Undefined while loading. */
    messages: session.data === null ? [] : messages.data,
    isFailed: (session.isError && !session.data) || (messages.isError && !messages.data),
    isFetching: session.isFetching || messages.isFetching,
    retry: () => void (session.isError ? session.refetch() : messages.refetch()),
  }
}

export type SupportState = { seenSequence: number; isClosed: boolean; isTyping: boolean }

export function useChatState(session: ChatSession | null | undefined): SupportState {
  const [isTyping, note] = useShownTyping()
  const { data } = trpc.chat.watchState.useSubscription(session ? { sessionId: session.sessionId } : skipToken, {
    onData: (state) => note(state.isTyping),
  })
  if (!session) return { seenSequence: 0, isClosed: false, isTyping: false }
  return { seenSequence: data?.seenSequence ?? 0, isClosed: data?.isClosed ?? session.isClosed, isTyping }
}
