import { skipToken } from '@tanstack/react-query'
import { useLive } from '#client/lib/live.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { ChatMessage, ChatSession } from '#shared/chat.ts'
import { mergeMessages } from './merge-messages.ts'

const POLL_MS = 3_000

export type Conversation = {
  /** Null when there is none yet, undefined while that is not known. */
  session: ChatSession | null | undefined
  /** Undefined while they are read. */
  messages: readonly ChatMessage[] | undefined
  isFailed: boolean
  isFetching: boolean
  retry: () => void
}

/** The customer's conversation and what was said in it; asked for again and again only while nothing is pushed. */
export function useConversation(): Conversation {
  const live = useLive()
  // It may have been opened on another device since this page last looked.
  const session = trpc.chat.mySession.useQuery(undefined, { refetchOnMount: 'always' })
  const sessionId = session.data?.sessionId
  const messages = trpc.chat.messages.useQuery(sessionId === undefined ? skipToken : { sessionId }, {
    refetchInterval: live ? false : POLL_MS,
    refetchIntervalInBackground: false,
    // An answer that was on its way while a message was pushed does not know that message.
    structuralSharing: (old, fresh) => mergeMessages((old as ChatMessage[] | undefined) ?? [], fresh as ChatMessage[]),
  })
  return {
    session: session.data,
    messages: session.data === null ? [] : messages.data,
    isFailed: (session.isError && !session.data) || (messages.isError && !messages.data),
    isFetching: session.isFetching || messages.isFetching,
    retry: () => void (session.isError ? session.refetch() : messages.refetch()),
  }
}
