import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { statusReasons } from '#shared/status-reasons.ts'
import { REASON_MAX_LENGTH } from '#shared/submission.ts'
import decisionStyles from '../decision/decision.module.css'
import { ReasonPicker } from '../decision/reason-picker.tsx'
import { effectiveReason } from '../decision.ts'
import { ReasonPreview } from '../status-notes.tsx'

type Props = { count: number; onReject: (reason: string) => void; onClose: () => void }

/** Asks why several orders are rejected; each of their customers reads the same reason. */
export function BulkRejectDialog({ count, onReject, onClose }: Props) {
  const [quick, setQuick] = useState('')
  const [custom, setCustom] = useState('')
  const reason = effectiveReason(quick, custom)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason) onReject(reason)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reject"
      description={`${count} ${count === 1 ? 'submission' : 'submissions'}, one reason for all`}
    >
      <form className={decisionStyles.panel} noValidate onSubmit={submit}>
        <ReasonPicker reasons={statusReasons.rejected} value={quick} onValueChange={setQuick} />
        <TextArea
          label="Custom Reason (Optional)"
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={custom}
          onValueChange={setCustom}
        />
        <ReasonPreview reason={reason} />
        <div className={decisionStyles.asks}>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabledReason={reason ? undefined : 'Choose or write a reason first'}>
            Reject {count}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
