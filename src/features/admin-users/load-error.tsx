import { useSetStaff } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'

type Props = { title: string; message: string; code: string | undefined; onRetry: () => void }

/** Replaces data that could not be loaded: shows the cause and a retry or sign-in button. */
export function LoadError({ title, message, code, onRetry }: Props) {
  const setStaff = useSetStaff()
  const hasEnded = code === 'unauthorized' || code === 'forbidden'
  return (
    <StateMessage
      title={hasEnded ? 'Your staff session has ended' : title}
      action={
        <Button size="small" onClick={hasEnded ? () => setStaff(null) : onRetry}>
          {hasEnded ? 'Sign in again' : 'Try again'}
        </Button>
      }
    >
      {message}
    </StateMessage>
  )
}

/** Warns above data that could not be refetched and may be stale. */
export function StaleNote({ className, onRetry }: { className?: string; onRetry: () => void }) {
  return (
    <p className={className} role="status">
      The newest state could not be loaded; this is the last known one.{' '}
      <Button variant="quiet" size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
