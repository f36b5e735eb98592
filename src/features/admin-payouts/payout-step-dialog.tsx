import type { ReactNode } from 'react'
import { ReleaseDialog } from '#client/calls/release-dialog.tsx'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { BegunPayout, Payout } from '#shared/payout-schema.ts'
import type { ProblemFilter } from '#shared/problem.ts'
import { PayDialog } from './pay-dialog.tsx'
import { holdText } from './payout-notes.ts'
import type { PayoutStep } from './payout-row.tsx'
import { sumText } from './payout-search.ts'
import { aboutPayout, formSteps, UnpaidDialog } from './payout-steps.tsx'

/** `destination` is known only right after the payment was begun. */
export type OpenedStep = Exclude<PayoutStep, { kind: 'begin' }> & {
  payout: Payout
  destination?: BegunPayout['destination']
}

type PayoutStepDialogProps = {
  opened: OpenedStep
  staffId: string
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
    default: {
      const FormStep = formSteps[opened.kind]
      return <FormStep subject={payout} onClose={onClose} />
    }
  }
}

type LiftProps = { payout: Payout; hold: Payout['holds'][number]; onClose: () => void }

function LiftDialog({ payout, hold, onClose }: LiftProps) {
  const { id, amount } = payout
  if (hold.kind !== 'second-person') return <LiftHoldDialog subject={{ payout, hold }} onClose={onClose} />
  const subject = { title: 'Release payout', id, amount, about: liftText(payout, hold) }
  return <ReleaseDialog subject={subject} onClose={onClose} />
}

const liftText = (payout: Payout, hold: LiftProps['hold']) => (
  <>
    {aboutPayout(payout, '', payout.destination && `, to ${payout.destination}`).children}
    <p className="quotation">{holdText(hold)}</p>
  </>
)

const LiftHoldDialog = questionDialog({
  useMutation: trpc.payouts.lift.useMutation,
  show: ({ payout, hold }: Omit<LiftProps, 'onClose'>) => ({
    title: 'Lift hold',
    of: payout.id,
    action: 'Lift hold',
    pendingAction: 'Saving...',
    cancel: 'Close',
    toast: 'The hold is lifted.',
    children: liftText(payout, hold),
  }),
  input: ({ payout: { id, version }, hold }) => ({ id, version, holdId: hold.id }),
})

/** All of the payouts are sent by PayPal, or none if one cannot be. */
export const SendDialog = questionDialog({
  useMutation: trpc.payouts.sendNow.useMutation,
  show: (payouts: readonly Payout[]) => ({
    size: 'medium',
    title: `Send ${sumText(payouts)} by PayPal`,
    description: payouts.length === 1 ? 'One payout' : `${payouts.length} payouts`,
    firstFocus: 'title',
    action: 'Send',
    cancel: 'Close',
    toast: `${sumText(payouts)} is being sent by PayPal.`,
    children: (
      <ul className="stack gap-2 plain breaks">
        {payouts.map(({ id, amount, customer, destination }) => (
          <li key={id}>
            <span className="mono">{id}</span> {sumText([{ amount }])} for {customer.name}
            {destination && `, to ${destination}`}
          </li>
        ))}
      </ul>
    ),
  }),
  input: (payouts) => ({ ids: payouts.map(({ id }) => id) }),
})

type ShownProblems = { state: ProblemFilter; page?: number }

/** Renders the problems of paid cards, which belong to another feature. */
type RenderProblems = (
  list: Pick<ShownProblems, 'state'> & {
    page: number | undefined
    counts: { open: number; owed: number } | undefined
    onShow: (shown: ShownProblems, replace?: boolean) => void
  },
) => ReactNode

export type RenderReport = (order: { submissionId: string; onClose: () => void }) => ReactNode

export type ProblemForms = { renderProblems: RenderProblems; renderReport: RenderReport }
