import { Button } from '#client/ui/button.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { warningCount } from '../review/order-warnings.ts'

type Props = {
  warnings: readonly string[]
  hasKey?: boolean
  onApprove: (button: HTMLElement) => void
}

export function DespiteWarnings({ warnings, hasKey, onApprove }: Props) {
  return (
    <Notice tone="warn" role="status">
      <div className="stack start gap-2">
        <p className="strong">{warnings.join('. ')}.</p>
        <Button
          variant="secondary"
          size="small"
          aria-keyshortcuts={hasKey ? 'Shift+A' : undefined}
          title={hasKey ? 'Key: Shift+A' : undefined}
          onClick={({ currentTarget }) => onApprove(currentTarget)}
        >
          Approve despite {warningCount(warnings.length)} {hasKey && <KeyCap>⇧A</KeyCap>}
        </Button>
      </div>
    </Notice>
  )
}
