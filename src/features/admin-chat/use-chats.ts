import { keepPreviousData } from '@tanstack/react-query'
import { useLive } from '#client/lib/live.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CHAT_SESSIONS_PER_PAGE } from '#shared/chat-desk.ts'
import type { ChatFilter } from './chat-search.ts'

const POLL_MS = 5_000

/** The first `pages` pages of the list; asked for again and again only while nothing is pushed. */
export function useChats(filter: ChatFilter, search: string | undefined, limit = CHAT_SESSIONS_PER_PAGE) {
  const live = useLive()
  const status = filter === 'open' || filter === 'mine' ? 'open' : filter === 'closed' ? 'closed' : undefined
  return trpc.admin.chatSessions.useQuery(
    { page: 1, limit, status, assignee: filter === 'mine' ? 'me' : undefined, search },
    {
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
      refetchInterval: live ? false : POLL_MS,
      refetchIntervalInBackground: false,
    },
  )
}

/** How many messages nobody has seen. */
export function useChatUnread(): number {
  const live = useLive()
  const { data = 0 } = trpc.admin.chatUnread.useQuery(undefined, {
    refetchInterval: live ? false : POLL_MS,
    refetchIntervalInBackground: false,
  })
  return data
}

/** Reads the list again whenever the server says that a conversation changed; `onMessage` hears who wrote. */
export function useChatSignals(onMessage: (signal: { sessionId: string; from: string }) => void): void {
  const utils = trpc.useUtils()
  const readAgain = (sessionId: string | null) => {
    void utils.admin.chatSessions.invalidate()
    void utils.admin.chatUnread.invalidate()
    void utils.admin.chatThread.invalidate(sessionId === null ? undefined : { sessionId })
  }
  trpc.admin.watchChats.useSubscription(undefined, {
    // What happened while nobody listened, before the first start or between two, was not told.
    onStarted: () => readAgain(null),
    onData: ({ sessionId, from }) => {
      readAgain(sessionId)
      if (sessionId !== null && from !== null) onMessage({ sessionId, from })
    },
  })
}
