import { skipToken } from '@tanstack/react-query'
import { useState } from 'react'
import { hasEarlier, mergeMessages } from '#client/lib/merge-messages.ts'
import { api, trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { CHAT_MESSAGES_PER_PAGE } from '#shared/chat.ts'
import type { ChatMessage, ChatSession } from '#shared/chat-schema.ts'

const POLL_MS = 3_000

export type Conversation = {
  /** Null when there is none yet, undefined while that is not known. */
  session: ChatSession | null | undefined
  /** Undefined while they are read. */
  messages: readonly ChatMessage[] | undefined
  hasEarlier: boolean
  isReadingEarlier: boolean
  readEarlier: () => void
  isFailed: boolean
  isFetching: boolean
  retry: () => void
}

/** What the page reads at first, under which everything that is said later is kept too. */
export const newestOf = (sessionId: string) => ({ sessionId, limit: CHAT_MESSAGES_PER_PAGE })

/** The customer's conversation and what was said in it; asked for again and again only while nothing is pushed. */
export function useConversation(): Conversation {
  const live = useLive()
  // It may have been opened on another device since this page last looked.
  const session = trpc.chat.mySession.useQuery(undefined, { refetchOnMount: 'always' })
  const sessionId = session.data?.sessionId
  const messages = trpc.chat.messages.useQuery(sessionId === undefined ? skipToken : newestOf(sessionId), {
    refetchInterval: live ? false : POLL_MS,
    refetchIntervalInBackground: false,
    // An answer that was on its way while a message was pushed does not know that message.
    structuralSharing: (old, fresh) => mergeMessages((old as ChatMessage[] | undefined) ?? [], fresh as ChatMessage[]),
  })
  const utils = trpc.useUtils()
  const [isReadingEarlier, setIsReadingEarlier] = useState(false)

  async function readEarlier() {
    const before = messages.data?.[0]?.sequence
    if (sessionId === undefined || before === undefined || isReadingEarlier) return
    setIsReadingEarlier(true)
    try {
      const earlier = await api.chat.messages.query({ ...newestOf(sessionId), before })
      utils.chat.messages.setData(newestOf(sessionId), (now) => now && [...mergeMessages(earlier, now)])
    } catch {
      // The button stays, to be pressed again.
    } finally {
      setIsReadingEarlier(false)
    }
  }

  return {
    hasEarlier: hasEarlier(messages.data ?? []),
    isReadingEarlier,
    readEarlier: () => void readEarlier(),
    session: session.data,
    messages: session.data === null ? [] : messages.data,
    isFailed: (session.isError && !session.data) || (messages.isError && !messages.data),
    isFetching: session.isFetching || messages.isFetching,
    retry: () => void (session.isError ? session.refetch() : messages.refetch()),
  }
}
