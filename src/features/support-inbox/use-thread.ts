import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { api, trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { useShownTyping } from '#client/lib/use-typing.ts'
import type { ChatThread } from '#shared/inbox-schema.ts'
import { mergeThread } from './merge-thread.ts'

const POLL_MS = 3_000

/** A conversation, from its newest messages backwards; asked for again and again only while nothing is pushed. */
export function useThread(sessionId: string) {
  const live = useLive()
  const utils = trpc.useUtils()
  const [isReadingOlder, setIsReadingOlder] = useState(false)
  const query = trpc.admin.chat.thread.useQuery(
    { sessionId },
    {
      refetchOnMount: 'always',
      refetchInterval: live ? false : POLL_MS,
      refetchIntervalInBackground: false,
      // What was pushed or read before stays.
      structuralSharing: (old, fresh) => (old ? mergeThread(old as ChatThread, fresh as ChatThread) : fresh),
    },
  )

  async function readOlder() {
    const before = query.data?.messages[0]?.sequence
    if (before === undefined || isReadingOlder) return
    setIsReadingOlder(true)
    try {
      const older = await api.admin.chat.thread.query({ sessionId, before })
      utils.admin.chat.thread.setData({ sessionId }, (now) => now && mergeThread(older, now))
    } catch {
      // The button stays, to be pressed again.
    } finally {
      setIsReadingOlder(false)
    }
  }
  return { ...query, readOlder: () => void readOlder(), isReadingOlder }
}

/** Adds what is said from now on to the thread that is shown; a lost connection goes on where it was. */
export function useThreadFeed({ session: { sessionId }, messages }: ChatThread): void {
  const utils = trpc.useUtils()
  // Only where it starts: from then on the connection itself knows what it had last.
  const [lastEventId] = useState(() => messages.at(-1)?.sequence ?? 0)
  trpc.admin.chat.watchThread.useSubscription(
    { sessionId, lastEventId },
    {
      onData: ({ data }) =>
        utils.admin.chat.thread.setData({ sessionId }, (old) => old && mergeThread(old, { ...old, messages: [data] })),
    },
  )
}

/** Tells the server what staff have seen, while the page is in front of them. */
export function useStaffSeen({ session: { sessionId }, messages }: ChatThread): void {
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const { mutate } = trpc.admin.chat.seen.useMutation()
  const told = useRef(0)
  const newest = messages.findLast(({ senderType }) => senderType === 'user')?.sequence ?? 0

  // Whether the page is looked at is the browser's to say.
  useEffect(() => {
    if (!isVisible || newest <= told.current) return
    told.current = newest
    mutate({ sessionId, sequence: newest })
  }, [isVisible, newest, sessionId, mutate])
}

/** What the customer has seen, and who is writing: the customer, a colleague, or both. */
export function useInboxState(sessionId: string): { seenSequence: number; typingNames: string[] } {
  const [isCustomerTyping, noteCustomer] = useShownTyping()
  const [isColleagueTyping, noteColleague] = useShownTyping()
  const [names, setNames] = useState({ user: '', admin: '' })
  const { data } = trpc.admin.chat.watchState.useSubscription(
    { sessionId },
    {
      onData: ({ typing }) => {
        // One who writes says nothing of the other; without any, somebody has just finished.
        if (typing?.by !== 'admin') noteCustomer(typing !== null)
        if (typing?.by !== 'user') noteColleague(typing !== null)
        if (typing) setNames((now) => ({ ...now, [typing.by]: typing.name }))
      },
    },
  )
  const typingNames = [...(isCustomerTyping ? [names.user] : []), ...(isColleagueTyping ? [names.admin] : [])]
  return { seenSequence: data?.seenSequence ?? 0, typingNames }
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
