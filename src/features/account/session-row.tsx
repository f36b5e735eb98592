import { formatAge, formatDateTime } from '#client/lib/format.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { ActiveSession } from '#shared/recovery.ts'
import styles from './settings.module.css'
import { useEndSession } from './use-end-sessions.ts'
import type { Whose } from './use-session-calls.ts'

type SessionRowProps = {
  whose: Whose
  session: ActiveSession
  /** When the list was read, in epoch milliseconds. */
  readAt: number
  onEnded: () => void
}

/** One browser: what it is, since when, when it was last used, and the end of it. */
export function SessionRow({ whose, session, readAt, onEnded }: SessionRowProps) {
  const end = useEndSession(whose, onEnded)
  const { device, isCurrent, signedInAt, lastSeenAt } = session
  const age = formatAge(lastSeenAt, readAt)
  const signedIn = formatDateTime(signedInAt)
  return (
    <li className={styles.item}>
      <div className={styles.label}>
        <p className={styles.device}>
          {device}
          {isCurrent && <Tag tone="ok">This device</Tag>}
        </p>
        <p className={styles.facts}>
          <span>
            Signed in <time dateTime={signedInAt}>{signedIn}</time>
          </span>
          {!isCurrent && <span>Last seen {age === 'now' ? 'just now' : `${age} ago`}</span>}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="quiet"
          size="small"
          busy={end.isPending}
          aria-label={`Sign out ${device}, signed in ${signedIn}`}
          onClick={() => end.mutate({ id: session.id })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
