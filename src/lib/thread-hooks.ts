import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { usePageVisible } from './use-page-visible.ts'

/** While the page is visible, reports the newest sequence of the other side, each one above `seen` once. */
export function useSeenReport(newest: number, seen: number, report: (sequence: number) => void): void {
  const isVisible = usePageVisible()
  const reported = useRef(seen)
  const send = useEffectEvent(report)

  // Runs on new messages and when the tab becomes visible.
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
): { isLoading: boolean; loadEarlier: () => void } {
  const [isLoading, setIsLoading] = useState(false)

  async function loadEarlier() {
    const before = messages?.[0]?.sequence
    if (before === undefined || isLoading) return
    setIsLoading(true)
    await load(before)
      .catch(() => undefined)
      .finally(() => setIsLoading(false))
  }
  return { isLoading, loadEarlier: () => void loadEarlier() }
}
