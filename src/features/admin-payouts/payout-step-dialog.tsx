import type { BegunPayout, Payout } from '#shared/payout-schema.ts'
import { LiftDialog } from './lift-dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'
import type { PayoutStep } from './payout-buttons.tsx'
import { formSteps } from './payout-steps.tsx'
import type { RenderReport } from './problem-forms.ts'
import { ReturnDialog } from './return-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import { UnpaidDialog } from './unpaid-dialog.tsx'

/** `destination` is known only right after the payment was begun. */
export type OpenedStep = Exclude<PayoutStep, { kind: 'begin' }> & {
  payout: Payout
  destination?: BegunPayout['destination']
}

type PayoutStepDialogProps = {
  opened: OpenedStep
  staffId: string
  /** Absent when no other payout is ready. */
  onNext: (() => void) | undefined
  onOpen: (step: OpenedStep | undefined) => void
  renderReport: RenderReport
}

export function PayoutStepDialog({ opened, staffId, onNext, onOpen, renderReport }: PayoutStepDialogProps) {
  const { payout } = opened
  const onClose = () => onOpen(undefined)
  switch (opened.kind) {
    case 'sent':
      return (
        <PayDialog key={payout.id} payout={payout} destination={opened.destination} onNext={onNext} onClose={onClose} />
      )
    case 'unpaid':
      return <UnpaidDialog payout={payout} staffId={staffId} onClose={onClose} />
    case 'lift':
      return <LiftDialog payout={payout} hold={opened.hold} onClose={onClose} />
    case 'send':
      return <SendDialog subject={[payout]} onClose={onClose} />
    case 'report':
      return renderReport({ submissionId: payout.submissionId, onClose })
    case 'return':
      return <ReturnDialog payout={payout} onClose={onClose} />
    default: {
      const FormStep = formSteps[opened.kind]
      return <FormStep subject={payout} onClose={onClose} />
    }
  }
}
