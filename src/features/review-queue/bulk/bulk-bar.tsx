import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { statusLabels } from '#shared/status-label.ts'
import styles from './bulk.module.css'
import { BulkRejectDialog } from './bulk-reject-dialog.tsx'
import { nothing, type Selection } from './select-rows.ts'
import type { BulkResult, useBulk } from './use-bulk.ts'

type Props = {
  selection: Selection
  onSelection: (selection: Selection) => void
  onCleared: () => void
  bulk: ReturnType<typeof useBulk>
}

/** What can be done with everything that is chosen, and how the last such decision went. */
export function BulkBar({ selection, onSelection, onCleared, bulk }: Props) {
  const [isRejecting, setIsRejecting] = useState(false)
  return (
    <div className={styles.place}>
      {selection.size > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the buttons as form fields
        <div className={styles.bar} role="group" aria-label="Selected submissions">
          <strong>{selection.size} selected</strong>
          <Button size="small" busy={bulk.isDeciding} onClick={() => bulk.decide('processing', '')}>
            Set processing
          </Button>
          <Button variant="danger" size="small" busy={bulk.isDeciding} onClick={() => setIsRejecting(true)}>
            Reject...
          </Button>
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              onSelection(nothing)
              onCleared()
            }}
          >
            Clear
          </Button>
        </div>
      )}
      {bulk.failed && (
        <Notice tone="bad" role="alert">
          {bulk.failed}
        </Notice>
      )}
      <div role="status">{bulk.result && <Result result={bulk.result} onClose={bulk.forget} />}</div>
      {isRejecting && (
        <BulkRejectDialog
          count={selection.size}
          onReject={(reason) => {
            setIsRejecting(false)
            bulk.decide('rejected', reason)
          }}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </div>
  )
}

function Result({ result: { done, status, failures }, onClose }: { result: BulkResult; onClose: () => void }) {
  const { name } = statusLabels[status]
  return (
    <Notice
      tone={failures.length > 0 ? 'warn' : 'ok'}
      title={failures.length > 0 ? `${done} set to ${name}, ${failures.length} not` : `${done} set to ${name}`}
    >
      {failures.length > 0 && (
        <ul className={styles.failures}>
          {failures.map(({ submissionId, message }) => (
            <li key={submissionId}>
              <span className="mono">{submissionId}</span>: {message}
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" size="small" onClick={onClose}>
        Close
      </Button>
    </Notice>
  )
}
