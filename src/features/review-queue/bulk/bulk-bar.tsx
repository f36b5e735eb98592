import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { BulkStatus } from '#shared/review.ts'
import { statusLabels } from '#shared/status-label.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { submissionMessages } from '#shared/submission.ts'
import { effectiveReason } from '../decision/draft.ts'
import { ReasonFields, ReasonPreview } from '../decision/reason-fields.tsx'
import { bulkMessages, type DecisionBatch } from '../undo/use-undo.ts'
import styles from './bulk.module.css'
import { nothing, type Selection } from './select-rows.ts'

type BulkBarProps = {
  selection: Selection
  onSelection: (selection: Selection) => void
  onCleared: () => void
  bulk: ReturnType<typeof useBulk>
}

/** Bulk actions for the selected rows, and the result of the last one. */
export function BulkBar({ selection, onSelection, onCleared, bulk }: BulkBarProps) {
  const [isRejecting, setIsRejecting] = useState(false)
  return (
    <div className={styles.place}>
      {selection.size > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the buttons as form fields
        <div className={`cluster gap-2 row-gap-1 ${styles.bar}`} role="group" aria-label="Selected submissions">
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
      title={`${done} updated to ${name}${failures.length > 0 ? `, ${failures.length} failed` : ''}`}
    >
      {failures.length > 0 && (
        <ul className={`plain ${styles.failures}`}>
          {failures.map(({ submissionId, message }) => (
            <li key={submissionId}>
              <span className="mono">{submissionId}</span>: {message}
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" size="small" className={styles.close} onClick={onClose}>
        Close
      </Button>
    </Notice>
  )
}

type BulkRejectDialogProps = { count: number; onReject: (reason: string) => void; onClose: () => void }

/** Asks for one reason, which is sent to the customer of every rejected submission. */
function BulkRejectDialog({ count, onReject, onClose }: BulkRejectDialogProps) {
  const [reasons, setReasons] = useState({ quick: '', custom: '' })
  const reason = effectiveReason(reasons.quick, reasons.custom)
  return (
    <ConfirmDialog
      size="medium"
      title="Reject"
      description={count === 1 ? 'Reject 1 submission' : `Reject ${count} submissions with the same reason`}
      action={`Reject ${count}`}
      disabledReason={reason ? undefined : 'Choose or write a reason first'}
      onConfirm={() => onReject(reason)}
      onClose={onClose}
    >
      <ReasonFields
        reasons={statusReasons.rejected}
        value={reasons}
        onChange={(part) => setReasons({ ...reasons, ...part })}
      />
      <ReasonPreview reason={reason} />
    </ConfirmDialog>
  )
}

type BulkFailure = { submissionId: string; message: string }
type BulkResult = { done: number; status: BulkStatus; failures: BulkFailure[] }

type Options = {
  selection: Selection
  onSelection: (selection: Selection) => void
  onUndoable: (taken: DecisionBatch) => void
  onDone: () => void
}

/** Applies one decision to the selection and reports rejected submissions with their reason. */
export function useBulk({ selection, onSelection, onUndoable, onDone }: Options) {
  const { mutate, isPending } = trpc.admin.review.setStatuses.useMutation()
  const [result, setResult] = useState<BulkResult>()
  const [failed, setFailed] = useState<string>()

  function decide(status: BulkStatus, reason: string) {
    const items = [...selection].map(([submissionId, version]) => ({ submissionId, version }))
    setResult(undefined)
    setFailed(undefined)
    mutate(
      { items, status, reason: reason || undefined, undoable: true },
      {
        onSuccess: (outcomes) => {
          const done = outcomes.flatMap(({ submissionId, ok, version }) =>
            ok && version !== undefined ? [{ submissionId, version }] : [],
          )
          const failures = outcomes.flatMap(({ submissionId, ok, message }) =>
            ok ? [] : [{ submissionId, message: message ?? submissionMessages.statusUpdateFailed }],
          )
          // Deselects conflicts: a retry with the old version would fail again.
          onSelection(nothing)
          setResult({ done: done.length, status, failures })
          if (done.length > 0) onUndoable({ items: done, message: bulkMessages(done.length, status) })
          onDone()
        },
        onError: () => setFailed(submissionMessages.statusUpdateFailed),
      },
    )
  }
  return { decide, isDeciding: isPending, result, failed, forget: () => setResult(undefined) }
}
