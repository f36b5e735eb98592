import { useBlocker } from '@tanstack/react-router'
import { LeaveDialog } from './leave-dialog.tsx'

/** Asks before the page is left while it `holdsSecrets`, a photo or a code in the form: neither is kept anywhere. */
export function LeaveGuard({ holdsSecrets }: { holdsSecrets: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    disabled: !holdsSecrets,
    withResolver: true,
  })
  return (
    <LeaveDialog
      open={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  )
}
