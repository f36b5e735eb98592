import { useEffect, useRef } from 'react'

type DeskKeys = { onMove: (by: 1 | -1) => void; onClose: (andNext: boolean) => void }

/** The keys of the desk, as the list of them shows them. */
export const inboxShortcuts = [
  ['Alt+J', 'Next conversation'],
  ['Alt+K', 'Previous conversation'],
  ['Alt+E', 'Close the conversation'],
  ['Alt+Shift+E', 'Close it and open the next'],
  ['/', 'Saved answers, at the start of a reply'],
  ['Enter', 'Send'],
  ['Shift+Enter', 'New line'],
] as const

/** Alt+J and Alt+K move, Alt+E closes, with Shift it goes on to the next; wherever the focus is, but in a dialog. */
export function useInboxShortcuts(keys: DeskKeys): void {
  const latest = useRef(keys)
  // The page's keyboard events.
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      if (document.querySelector('[role="dialog"]')) return
      // By place on the keyboard: with Alt some keyboards write another letter.
      if (event.code === 'KeyJ' && !event.shiftKey) latest.current.onMove(1)
      else if (event.code === 'KeyK' && !event.shiftKey) latest.current.onMove(-1)
      else if (event.code === 'KeyE') latest.current.onClose(event.shiftKey)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
