import { useSetStaff } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'

type Props = { title: string; message: string; code: string | undefined; onRetry: () => void }

/** What stands where something could not be read: the cause, and what to do about it. */
export function LoadProblem({ title, message, code, onRetry }: Props) {
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

/** Stands above data that is shown although newer could not be read. */
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
