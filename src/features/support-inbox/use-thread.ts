import { useState } from 'react'
import { hasEarlier, mergeMessages } from '#client/lib/thread.ts'
import { useEarlierMessages, useSeenReport, useShownTyping } from '#client/lib/thread-hooks.ts'
import { api, trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import type { ChatThread } from '#shared/inbox-schema.ts'

const POLL_MS = 3_000

export function useThread(sessionId: string) {
  const utils = trpc.useUtils()
  const query = trpc.admin.chat.thread.useQuery(
    { sessionId },
    {
      refetchOnMount: 'always',
      ...usePolling(POLL_MS),
      // Keeps messages that were pushed or loaded before.
      structuralSharing: (old, fresh) => (old ? mergeThread(old as ChatThread, fresh as ChatThread) : fresh),
    },
  )

  const { isLoading, loadEarlier } = useEarlierMessages(query.data?.messages, async (before) => {
    const older = await api.admin.chat.thread.query({ sessionId, before })
    utils.admin.chat.thread.setData({ sessionId }, (now) => now && mergeThread(older, now))
  })
  return { ...query, readOlder: loadEarlier, isReadingOlder: isLoading }
}

/** Appends new messages to the thread. After a lost connection the subscription resumes where it stopped. */
export function useThreadFeed({ session: { sessionId }, messages }: ChatThread): void {
  const utils = trpc.useUtils()
  // Only the start: later the subscription tracks the last event itself.
  const [lastEventId] = useState(() => messages.at(-1)?.sequence ?? 0)
  trpc.admin.chat.watchThread.useSubscription(
    { sessionId, lastEventId },
    {
      onData: ({ data }) =>
        utils.admin.chat.thread.setData({ sessionId }, (old) => old && mergeThread(old, { ...old, messages: [data] })),
    },
  )
}

/** Reports the last message staff have seen, while the page is visible. */
export function useStaffSeen({ session: { sessionId }, messages }: ChatThread): void {
  const { mutate } = trpc.admin.chat.seen.useMutation()
  const newest = messages.findLast(({ senderType }) => senderType === 'user')?.sequence ?? 0
  useSeenReport(newest, 0, (sequence) => mutate({ sessionId, sequence }))
}

export function useInboxState(sessionId: string): { seenSequence: number; typingNames: string[] } {
  const [isCustomerTyping, noteCustomer] = useShownTyping()
  const [isColleagueTyping, noteColleague] = useShownTyping()
  const [names, setNames] = useState({ user: '', admin: '' })
  const { data } = trpc.admin.chat.watchState.useSubscription(
    { sessionId },
    {
      onData: ({ typing }) => {
        // An event about one side says nothing about the other; null ends both.
        if (typing?.by !== 'admin') noteCustomer(typing !== null)
        if (typing?.by !== 'user') noteColleague(typing !== null)
        if (typing) setNames((now) => ({ ...now, [typing.by]: typing.name }))
      },
    },
  )
  const typingNames = [...(isCustomerTyping ? [names.user] : []), ...(isColleagueTyping ? [names.admin] : [])]
  return { seenSequence: data?.seenSequence ?? 0, typingNames }
}

/** Merges two responses without gaps or duplicates. The session state is that of `fresh`. */
export function mergeThread(old: ChatThread, fresh: ChatThread): ChatThread {
  const messages = [...mergeMessages(old.messages, fresh.messages)]
  return { session: fresh.session, messages, hasOlder: hasEarlier(messages) }
}
