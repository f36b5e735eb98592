import { useCallback, useEffect, useRef, useState } from 'react'
import { TYPING_SHOWN_MS, TYPING_TOLD_EVERY_MS } from '#shared/chat.ts'

/** Calls `notify` while the user types, at most once per TYPING_TOLD_EVERY_MS. */
export function useTypingNotifier(notify: () => void): () => void {
  const last = useRef(0)
  return useCallback(() => {
    const now = Date.now()
    if (now - last.current < TYPING_TOLD_EVERY_MS) return
    last.current = now
    notify()
  }, [notify])
}

/** Whether the other side is typing: true after `note(true)` until `note(false)` or TYPING_SHOWN_MS have passed. */
export function useShownTyping(): [isTyping: boolean, note: (isTyping: boolean) => void] {
  const [noted, setNoted] = useState<{ at: number }>()

  // No event reports the end of typing, so it times out. The timer is outside React.
  useEffect(() => {
    if (!noted) return
    const timer = setTimeout(() => setNoted(undefined), TYPING_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [noted])

  const note = useCallback((isTyping: boolean) => setNoted(isTyping ? { at: Date.now() } : undefined), [])
  return [noted !== undefined, note]
}
