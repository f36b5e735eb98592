import { type ReactNode, useEffect, useRef } from 'react'
import { SmallButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './message-log.module.css'

type MessageLogProps = {
  label: string
  /** Announces all messages; without it, `children` have a live region of their own. */
  role?: 'log' | undefined
  className?: string | undefined
  /** The last message sent from this page; a new one scrolls to the end. */
  lastSent?: string | undefined
  /** Set while there are earlier messages. */
  earlier?: { isLoading: boolean; onLoad: () => void } | undefined
  typing: string
  children: ReactNode
}

/** A scrollable conversation that stays at its newest message, with a line below for who is typing. */
export function MessageLog({ label, role, className, lastSent, earlier, typing, children }: MessageLogProps) {
  const scroller = useRef<HTMLElement>(null)

  // The list stays at its end by itself; after sending, it also scrolls there from further up.
  useEffect(() => {
    if (lastSent !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [lastSent])

  return (
    <>
      <section
        ref={scroller}
        className={classNames(styles.scroller, className)}
        role={role}
        aria-label={label}
        // A scrollable element must be reachable by keyboard.
        tabIndex={0}
      >
        <div>
          {earlier && (
            <p className={`any-width ${styles.earlier}`}>
              <SmallButton variant="quiet" busy={earlier.isLoading} onClick={earlier.onLoad}>
                Show earlier messages
              </SmallButton>
            </p>
          )}
          {children}
        </div>
      </section>
      <p className={`muted text-xs ${styles.typing}`} role="status">
        {typing}
      </p>
    </>
  )
}
