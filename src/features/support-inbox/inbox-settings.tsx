import { useEffect, useRef } from 'react'
import { AlertSwitch } from '#client/ui/alert-switch.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import styles from './inbox-settings.module.css'

const inboxShortcuts = [
  ['Alt+J', 'Next conversation'],
  ['Alt+K', 'Previous conversation'],
  ['Alt+E', 'Close the conversation'],
  ['Alt+Shift+E', 'Close it and open the next'],
  ['/', 'Saved answers, at the start of a reply'],
  ['Enter', 'Send'],
  ['Shift+Enter', 'New line'],
] as const

export function InboxSettings({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keys and alerts" size="small">
      <div className="stack gap-5">
        <AlertSwitch />
        <section className="stack gap-3">
          <h3>Keys</h3>
          <dl className={`stack gap-2 ${styles.keys}`}>
            {inboxShortcuts.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

type ShortcutActions = { onMove: (by: 1 | -1) => void; onClose: (andNext: boolean) => void }

/** Alt+J and Alt+K move, Alt+E closes, Alt+Shift+E closes and opens the next. Inactive in dialogs. */
export function useInboxShortcuts(actions: ShortcutActions): void {
  const latest = useRef(actions)

  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      if (document.querySelector('[role="dialog"]')) return
      // Uses the physical key: on some layouts Alt changes the letter.
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
