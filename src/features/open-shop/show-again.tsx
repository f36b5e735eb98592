import { trpc } from '#client/lib/trpc.ts'
import { CallButton } from '#client/ui/button.tsx'
import { useSetup, useSetupCall } from './use-setup.ts'

export function ShowAgain() {
  const setup = useSetup().data
  const show = trpc.admin.setup.dismiss.useMutation(
    useSetupCall({ toast: "'Open your shop' is shown under Submissions", failed: "It isn't shown" }),
  )
  if (!setup?.isDismissed) return null
  return (
    <div className="cluster gap-3">
      <p className="muted">The steps of 'Open your shop' are hidden.</p>
      <CallButton call={show} input={{ isDismissed: false }}>
        Show again
      </CallButton>
    </div>
  )
}
