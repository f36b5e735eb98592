import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { TYPING_SHOWN_MS, TYPING_SIGNAL_EVERY_MS } from '#shared/chat.ts'
import type { ChatMessage, ChatSenderType } from '#shared/chat-schema.ts'
import { usePageVisible } from './use-page-visible.ts'

/** The input of a subscription to the messages after these, which resumes where it stopped after a lost connection. */
export function useFeedInput(sessionId: string, messages: readonly ChatMessage[]) {
  // Only the start: later the subscription tracks the last event itself.
  const [lastEventId] = useState(() => messages.at(-1)?.sequence ?? 0)
  return { sessionId, lastEventId }
}

/** While the page is visible, reports the newest message of `other`, each one above `seen` once. */
export function useSeenReport(
  messages: readonly ChatMessage[],
  { other, seen }: { other: ChatSenderType; seen: number },
  report: (sequence: number) => void,
) {
  const isVisible = usePageVisible()
  const newest = messages.findLast(({ senderType }) => senderType === other)?.sequence ?? 0
  const reported = useRef(seen)
  const send = useEffectEvent(report)

  useEffect(() => {
    if (!isVisible || newest <= reported.current) return
    reported.current = newest
    send(newest)
  }, [isVisible, newest])
}

/** Loads messages before the first one, one request at a time. After a failure the user can retry. */
export function useEarlierMessages(
  messages: readonly ChatMessage[] | undefined,
  load: (before: number) => Promise<void>,
) {
  const [isLoading, setIsLoading] = useState(false)

  async function loadEarlier() {
    const before = messages?.[0]?.sequence
    if (before === undefined || isLoading) return
    setIsLoading(true)
    await load(before)
      .catch(() => undefined)
      .finally(() => setIsLoading(false))
  }
  return { isLoading, onLoad: () => void loadEarlier() }
}

/** Calls `notify` while the user types, at most once per TYPING_SIGNAL_EVERY_MS. */
export function useTypingNotifier(notify: () => void) {
  const last = useRef(0)
  return useCallback(() => {
    const now = Date.now()
    if (now - last.current < TYPING_SIGNAL_EVERY_MS) return
    last.current = now
    notify()
  }, [notify])
}

/** Whether the other side is typing: true after `note(true)` until `note(false)` or TYPING_SHOWN_MS have passed. */
export function useShownTyping() {
  const [noted, setNoted] = useState<{ at: number }>()

  // No event reports the end of typing, so it times out. The timer is outside React.
  useEffect(() => {
    if (!noted) return
    const timer = setTimeout(() => setNoted(undefined), TYPING_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [noted])

  const note = useCallback((isTyping: boolean) => setNoted(isTyping ? { at: Date.now() } : undefined), [])
  return [noted !== undefined, note] as const
}
