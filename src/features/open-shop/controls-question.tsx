import type { ReactNode } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CallButton, SmallButton } from '#client/ui/button.tsx'
import { LOOSER_AFTER_HOURS } from '#shared/controls.ts'
import { formatCents } from '#shared/money.ts'
import { useSetupCall } from './use-setup.ts'

/** Asks an owner who confirms large amounts, and says what it means to work alone. `more` stands beside the answers. */
export function ControlsQuestion({ more }: { more: ReactNode }) {
  const utils = trpc.useUtils()
  const { data } = trpc.admin.policies.list.useQuery()
  const controls = data?.find((policy) => policy.name === 'controls')
  const toast = { title: 'Confirmed', description: "This step of 'Open your shop' is done." }
  const keep = trpc.admin.setup.confirm.useMutation(useSetupCall({ toast, failed: "It wasn't confirmed" }))
  const workAlone = trpc.admin.policies.change.useMutation(
    useCall({
      toast: { title: 'You work alone', description: `From ${LOOSER_AFTER_HOURS} hours after now.` },
      failed: "It wasn't saved",
      onDone: () => utils.admin.invalidate(),
    }),
  )
  if (!controls) return null
  const { values, version } = controls
  const cents = values.secondPersonFrom
  const now = cents === null ? 'no second person is asked' : `a second person is asked from ${formatCents(cents)} on`
  const mayBeAlone = !values.worksAlone && !controls.waiting
  return (
    <div className="stack start gap-2">
      <p>Now {now}. If you work alone, you repeat the amount instead, and no one else sees a mistake or a theft.</p>
      <div className="cluster gap-2">
        <CallButton call={keep} input={{ step: 'controls' }}>
          Keep this
        </CallButton>
        {mayBeAlone && (
          <SmallButton
            busy={workAlone.isPending}
            onClick={() =>
              workAlone.mutate({ name: 'controls', base: version, values: { ...values, worksAlone: true } })
            }
          >
            I work alone
          </SmallButton>
        )}
        {more}
      </div>
    </div>
  )
}
