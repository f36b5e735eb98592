import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { KeyCap } from '../keyboard-shortcuts/key-cap.tsx'
import { warningCount } from '../review/order-warnings.ts'

type Props = {
  warnings: readonly string[]
  /** The key of the button, in capitals. */
  shortcut?: string
  onApprove: () => void
}

/** The second press that an approval against warnings needs. */
export function DespiteWarnings({ warnings, shortcut, onApprove }: Props) {
  return (
    <Notice tone="warn" role="status">
      <div className="stack start gap-2">
        <p className="strong">{warnings.join('. ')}.</p>
        <Button variant="secondary" size="small" aria-keyshortcuts={shortcut?.toLowerCase()} onClick={onApprove}>
          Approve despite {warningCount(warnings.length)} {shortcut && <KeyCap>{shortcut}</KeyCap>}
        </Button>
      </div>
    </Notice>
  )
}
