import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { CHAT_SESSIONS_PER_PAGE } from '#shared/inbox.ts'
import { paginate } from '#shared/paging.ts'
import type { ChatSearch } from './chat-search.ts'

const POLL_MS = 5_000

/** One page of the list with the total; polls only while the socket is closed. */
export function useChats({ show = 'open', find: search, chats: page = 1 }: ChatSearch) {
  const status = show === 'open' || show === 'mine' ? 'open' : show === 'closed' ? 'closed' : undefined
  const filter = { status, assignee: show === 'mine' ? 'me' : undefined, search } as const
  const options = {
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    ...usePolling(POLL_MS),
  } as const
  const list = trpc.admin.chat.sessions.useQuery({ ...filter, page, limit: CHAT_SESSIONS_PER_PAGE }, options)
  const { data: total } = trpc.admin.chat.total.useQuery(filter, options)
  // Without conversations there is one page.
  const pagination = total === undefined ? undefined : paginate(Math.max(total, 1), page, CHAT_SESSIONS_PER_PAGE)
  return { ...list, page, pages: pagination?.totalPages ?? 1, total, pagination }
}

export function useChatUnread(): number {
  return trpc.admin.chat.unread.useQuery(undefined, usePolling(POLL_MS)).data ?? 0
}

/** Refetches the list when a conversation changes; calls `onMessage` for a customer's new message. */
export function useChatSignals(onMessage: () => void): void {
  const utils = trpc.useUtils()
  const readAgain = (sessionId: string | null) => {
    void utils.admin.chat.sessions.invalidate()
    void utils.admin.chat.total.invalidate()
    void utils.admin.chat.unread.invalidate()
    void utils.admin.chat.thread.invalidate(sessionId === null ? undefined : { sessionId })
  }
  trpc.admin.chat.watchSessions.useSubscription(undefined, {
    // Events before the subscription started, or while it was interrupted, were missed.
    onStarted: () => readAgain(null),
    onData: ({ sessionId, hasWritten }) => {
      readAgain(sessionId)
      if (hasWritten) onMessage()
    },
  })
}
