import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import styles from './upload-step.module.css'

type RefusedFilesProps = {
  problems: readonly string[]
  /** How many files of the batch were good. */
  heldBack: number
  onAddOthers: () => void
}

/** Why a batch was not added, naming each bad file; the good ones are one press away. */
export function RejectedFiles({ problems, heldBack, onAddOthers }: RefusedFilesProps) {
  if (problems.length === 0) return null
  return (
    <Notice tone="bad" role="alert" title="These files were not added">
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {heldBack > 0 && (
        <Button variant="secondary" size="small" className={styles.others} onClick={onAddOthers}>
          {heldBack === 1 ? 'Add the other file' : `Add the other ${heldBack}`}
        </Button>
      )}
    </Notice>
  )
}
