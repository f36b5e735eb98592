import { type ReactNode, useState } from 'react'
import { MoneyAccountField, ReleaseDialog } from '#client/calls/payment-fields.tsx'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { downloadText } from '#client/lib/download-text.ts'
import { counted } from '#client/lib/format.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ConfirmDialog, DialogButtons } from '#client/ui/form-dialog.tsx'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type PayoutFileFormat, payoutFileFormats, payoutFileMessages } from '#shared/payout-file.ts'
import type { MadePayoutFile } from '#shared/payout-file-schema.ts'
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
    case 'lift': {
      if (opened.hold.kind !== 'second-person') return <LiftHoldDialog subject={opened} onClose={onClose} />
      const { id, amount } = payout
      const subject = { title: 'Release payout', id, amount, about: liftText(opened) }
      return <ReleaseDialog subject={subject} onClose={onClose} />
    }
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

type Lifted = { payout: Payout; hold: Payout['holds'][number] }

const liftText = ({ payout, hold }: Lifted) => (
  <>
    {aboutPayout(payout, '', payout.destination && `, to ${payout.destination}`).children}
    <p className="quotation">{holdText(hold)}</p>
  </>
)

const LiftHoldDialog = questionDialog({
  useMutation: trpc.payouts.lift.useMutation,
  show: (lifted: Lifted) => ({
    title: 'Lift hold',
    of: lifted.payout.id,
    action: 'Lift hold',
    pendingAction: 'Saving...',
    cancel: 'Close',
    toast: 'The hold is lifted.',
    children: liftText(lifted),
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

/** Renders the problems of paid cards, which belong to another feature. */
type RenderProblems = (list: {
  state: ProblemFilter
  page: number | undefined
  counts: { open: number; owed: number } | undefined
  onShow: (shown: { state: ProblemFilter; page?: number }, replace?: boolean) => void
}) => ReactNode

export type RenderReport = (order: { submissionId: string; onClose: () => void }) => ReactNode

export type ProblemForms = { renderProblems: RenderProblems; renderReport: RenderReport }

type FileDialogProps = {
  payouts: readonly Payout[]
  onMade: (fileId: string) => void
  onClose: () => void
}

export const fileFormatNames: Readonly<Record<PayoutFileFormat, string>> = {
  bank: 'Bank transfers (CSV)',
  paypal: 'PayPal mass payment (CSV)',
}

const formats = payoutFileFormats.map((value) => ({ value, name: fileFormatNames[value] }))

export function FileDialog({ payouts, onMade, onClose }: FileDialogProps) {
  const goingTo = (format: PayoutFileFormat) => payouts.filter(({ method }) => method === format)
  const [format, setFormat] = useState<PayoutFileFormat>(
    goingTo('paypal').length > goingTo('bank').length ? 'paypal' : 'bank',
  )
  // The same for every try, so that a lost answer makes no second file.
  const [requestKey] = useState(newRequestKey)
  const [account, setAccount] = useState('')
  const make = trpc.payouts.makeFile.useMutation({
    onSuccess: ({ file, name, content, leftOut }) => {
      downloadText(name, content)
      if (leftOut.length === 0) onMade(file.id)
    },
  })
  const made = make.data
  if (made && made.leftOut.length > 0) {
    const close = () => onMade(made.file.id)
    return (
      <Dialog title="The file is downloaded" description={<span className="mono">{made.name}</span>} onClose={close}>
        <div className="stack gap-4">
          <LeftOut rows={made.leftOut} />
          <DialogButtons>
            <Button onClick={close}>Go to the file</Button>
          </DialogButtons>
        </div>
      </Dialog>
    )
  }
  const input = {
    ...{ format, requestKey: `${requestKey}-${format}-${account}`, ...(account !== '' && { account }) },
    payouts: payouts.map(({ id, version }) => ({ id, version })),
  }
  // The server also looks at the destination.
  const inFile = goingTo(format)
  const others = payouts.flatMap(({ id, method }) => {
    const reason = payoutFileMessages.otherMethod(format, paymentTypeInfo[method].name)
    return method === format ? [] : [{ id, reason }]
  })
  return (
    <ConfirmDialog
      size="medium"
      title="Pay with a file"
      description={`${countText(payouts)} chosen`}
      call={make}
      pendingAction="Making the file..."
      action="Make the file"
      disabledReason={inFile.length === 0 ? 'Choose a format that pays these payouts' : undefined}
      onConfirm={() => make.mutate(input)}
      onClose={onClose}
    >
      <ChoiceButtons label="Format" choices={formats} chosen={format} onChoose={setFormat} />
      <p>
        {inFile.length === 0
          ? 'None of the chosen payouts goes into this file.'
          : `${countText(inFile)} will go into this file, and you alone can pay them until you mark them as sent or put them back.`}
      </p>
      {others.length > 0 && <LeftOut rows={others} />}
      <MoneyAccountField
        {...{ name: 'account', value: account, error: undefined, onValueChange: setAccount }}
        label="Paid from"
        method={format}
      />
      <p className="muted">
        The file has full account details. It is not stored here, and the audit log says that you have them.
      </p>
    </ConfirmDialog>
  )
}

const countText = (payouts: readonly Payout[]) => `${counted(payouts.length, 'payout')}, ${sumText(payouts)}`

function LeftOut({ rows }: { rows: MadePayoutFile['leftOut'] }) {
  return (
    <section aria-label="Left out" className="stack gap-2">
      <p className="strong">Left out: {rows.length}</p>
      <ul className="stack gap-1 plain breaks">
        {rows.map(({ id, reason }) => (
          <li key={id}>
            <span className="mono nowrap">{id}</span> {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
