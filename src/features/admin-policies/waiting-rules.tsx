import { useCall } from '#client/calls/use-call.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CallButton } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { WaitingControls } from '#shared/policy-schema.ts'

type WaitingRulesProps = { waiting: WaitingControls; changes: readonly string[] }

/** Looser rules that do not apply yet; another owner than their maker confirms them. */
export function WaitingRules({ waiting: { id, madeBy, isOwn, appliesAt }, changes }: WaitingRulesProps) {
  const utils = trpc.useUtils()
  const onDone = () => utils.admin.policies.invalidate()
  const confirm = trpc.admin.policies.confirm.useMutation(useCall({ toast: 'The rules apply now.', onDone }))
  const takeBack = trpc.admin.policies.takeBack.useMutation(useCall({ toast: 'The change is taken back.', onDone }))
  return (
    <Notice tone="warn" title="Waits for a second person" role="status">
      <div className="stack start gap-2">
        <ul className="plain">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        <p>
          {isOwn ? 'You have made this change. Another owner' : `${madeBy} has made this change. Another owner`} can
          confirm it. Without that, it applies {formatDateTime(appliesAt)}.
        </p>
        <div className="cluster gap-2">
          {!isOwn && (
            <CallButton call={confirm} input={{ id }}>
              Confirm
            </CallButton>
          )}
          <CallButton call={takeBack} input={{ id }}>
            Take back
          </CallButton>
        </div>
      </div>
    </Notice>
  )
}
