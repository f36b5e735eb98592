import { useBlocker } from '@tanstack/react-router'
import { LeaveDialog } from './leave-dialog.tsx'
import { SignedOutCover } from './signed-out-cover.tsx'
import type { WizardStep } from './wizard-steps.ts'

type LeaveGuardProps = {
  /** A photo or a code is in the form: neither is kept anywhere. */
  holdsSecrets: boolean
  /** The step that is out of sight because the session was lost. */
  signedOutOf: WizardStep | undefined
  forget: () => void
}

/** Asks before the page is left with secrets in the form, and stands in for a step whose customer is signed out. */
export function LeaveGuard({ holdsSecrets, signedOutOf, forget }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    disabled: !holdsSecrets,
    withResolver: true,
  })
  return (
    <>
      {signedOutOf && <SignedOutCover isPlaced={signedOutOf === 'done'} forget={forget} />}
      <LeaveDialog
        open={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </>
  )
}
