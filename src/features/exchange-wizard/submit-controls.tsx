import { Button } from '#client/ui/button.tsx'
import { isUploading, type UploadItem } from './upload-item.ts'
import styles from './wizard.module.css'

type SubmitControlsProps = {
  isSubmitting: boolean
  items: readonly UploadItem[]
  /** The first thing that is missing; the button then leads to the list of all. */
  problem: string | undefined
  onBack: () => void
  onMissing: () => void
}

/** Back and Submit. The submit button says what it waits for. */
export function SubmitControls({ isSubmitting, items, problem, onBack, onMissing }: SubmitControlsProps) {
  return (
    <div className={styles.actions}>
      <Button variant="secondary" onClick={onBack}>
        Back
      </Button>
      <Button type="submit" busy={isSubmitting} disabledReason={problem} onDisabledPress={onMissing}>
        {submitLabel(isSubmitting, items)}
      </Button>
    </div>
  )
}

function submitLabel(isSubmitting: boolean, items: readonly UploadItem[]): string {
  if (isSubmitting) return 'Submitting...'
  if (isUploading(items)) return 'Processing Files...'
  return items.some((item) => item.state.status === 'done') ? 'Submit Securely' : 'Upload Files to Continue'
}
