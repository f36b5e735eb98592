import { Button } from '#client/ui/button.tsx'
import { formatDollars } from '#shared/money.ts'
import type { SubmitProblem } from '#shared/submission.ts'
import { BarLink, BarPayout, StepBar } from './step-bar.tsx'
import type { SubmissionField } from './submit-checklist.tsx'
import { isUploading, type UploadItem } from './upload-item.ts'
import panes from './wizard.module.css'

type SubmitControlsProps = {
  /** In dollars. */
  payoutAmount: number
  isSubmitting: boolean
  items: readonly UploadItem[]
  problems: readonly SubmitProblem[]
  onBack: () => void
  onMissing: () => void
  onGoTo: (field: SubmissionField) => void
}

export function SubmitControls({ payoutAmount, isSubmitting, items, problems, ...on }: SubmitControlsProps) {
  const [first] = problems
  return (
    <div className={`cluster stretch spread ${panes.actions}`}>
      <Button variant="secondary" onClick={on.onBack}>
        Back
      </Button>
      <StepBar
        summary={
          <>
            <BarPayout>{formatDollars(payoutAmount)}</BarPayout>
            {first ? (
              <BarLink onPress={() => on.onGoTo(first.field)}>
                {problems.length === 1 ? '1 thing missing' : `${problems.length} things missing`}
              </BarLink>
            ) : (
              <span>Ready to send</span>
            )}
          </>
        }
      >
        <Button type="submit" busy={isSubmitting} disabledReason={first?.message} onDisabledPress={on.onMissing}>
          {submitLabel(isSubmitting, items)}
        </Button>
      </StepBar>
    </div>
  )
}

function submitLabel(isSubmitting: boolean, items: readonly UploadItem[]) {
  if (isSubmitting) return 'Submitting...'
  if (isUploading(items)) return 'Processing Files...'
  return items.some((item) => item.state.status === 'done') ? 'Submit Securely' : 'Upload Files to Continue'
}
