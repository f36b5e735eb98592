import { useState } from 'react'
import { MoneyAccountField } from '#client/calls/money-account-field.tsx'
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
import type { Payout } from '#shared/payout-schema.ts'
import { sumText } from './payout-search.ts'

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
  const countOf = (format: PayoutFileFormat) => payouts.filter(({ method }) => method === format).length
  const [format, setFormat] = useState<PayoutFileFormat>(countOf('paypal') > countOf('bank') ? 'paypal' : 'bank')
  // The same for every try, so that a lost answer makes no second file.
  const [requestKey] = useState(newRequestKey)
  const [account, setAccount] = useState('')
  const [made, setMade] = useState<MadePayoutFile>()
  const make = trpc.payouts.makeFile.useMutation({
    onSuccess: (file) => {
      downloadText(file.name, file.content)
      if (file.leftOut.length === 0) onMade(file.file.id)
      else setMade(file)
    },
  })
  if (made) return <LeftOutDialog made={made} onClose={() => onMade(made.file.id)} />
  const input = { format, requestKey: `${requestKey}-${format}-${account}` }
  // The server also looks at the destination.
  const inFile = payouts.filter(({ method }) => method === format)
  const others = payouts.filter(({ method }) => method !== format)
  const fitting = inFile.length === 0 ? 'None of the chosen payouts goes' : `${countText(inFile)} will go`
  return (
    <ConfirmDialog
      size="medium"
      title="Pay with a file"
      description={`${countText(payouts)} chosen`}
      call={make}
      pendingAction="Making the file..."
      action="Make the file"
      disabledReason={inFile.length === 0 ? 'Choose a format that pays these payouts' : undefined}
      onConfirm={() => make.mutate({ ...input, payouts: payouts.map(named), ...(account !== '' && { account }) })}
      onClose={onClose}
    >
      <ChoiceButtons label="Format" choices={formats} chosen={format} onChoose={setFormat} />
      <p>
        {fitting} into this file
        {inFile.length === 0 ? '.' : ', and you alone can pay them until you mark them as sent or put them back.'}
      </p>
      {others.length > 0 && (
        <LeftOut
          rows={others.map(({ id, method }) => ({
            id,
            reason: payoutFileMessages.otherMethod(format, paymentTypeInfo[method].name),
          }))}
        />
      )}
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

const named = ({ id, version }: Payout) => ({ id, version })

function countText(payouts: readonly Payout[]) {
  return `${counted(payouts.length, 'payout')}, ${sumText(payouts)}`
}

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

function LeftOutDialog({ made, onClose }: { made: MadePayoutFile; onClose: () => void }) {
  return (
    <Dialog title="The file is downloaded" description={<span className="mono">{made.name}</span>} onClose={onClose}>
      <div className="stack gap-4">
        <LeftOut rows={made.leftOut} />
        <DialogButtons>
          <Button onClick={onClose}>Go to the file</Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
