import { useCallback, useEffect, useRef, useState } from 'react'
import { TYPING_SHOWN_MS, TYPING_TOLD_EVERY_MS } from '#shared/chat.ts'

/** Calls `tell` while somebody types, now and then at most. */
export function useTypingNotifier(tell: () => void): () => void {
  const last = useRef(0)
  return useCallback(() => {
    const now = Date.now()
    if (now - last.current < TYPING_TOLD_EVERY_MS) return
    last.current = now
    tell()
  }, [tell])
}

/** Whether the other side is writing: true from each `note(true)` on, until `note(false)` or for a little while. */
export function useShownTyping(): [isTyping: boolean, note: (isTyping: boolean) => void] {
  const [noted, setNoted] = useState<{ at: number }>()

  // Nobody says that they have stopped; the clock lives outside React.
  useEffect(() => {
    if (!noted) return
    const timer = setTimeout(() => setNoted(undefined), TYPING_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [noted])

  const note = useCallback((isTyping: boolean) => setNoted(isTyping ? { at: Date.now() } : undefined), [])
  return [noted !== undefined, note]
}
