import { useState } from 'react'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { Button, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Notice, ProblemNotice } from '#client/ui/notice.tsx'
import type { BulkStatus } from '#shared/review.ts'
import type { BulkOutcome } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { submissionMessages } from '#shared/submission.ts'
import { effectiveReason } from '../decision/draft.ts'
import { ReasonFields, ReasonPreview } from '../decision/reason-fields.tsx'
import { explanation } from '../decision/use-decisions.ts'
import { useWorkspace } from '../review/use-review-workspace.ts'
import styles from './bulk.module.css'
import { nothing, type Selected, whatCanChange } from './select-rows.ts'

export function BulkBar() {
  const { selection, rows, warnings } = useWorkspace()
  const bulk = useBulk()
  const [isRejecting, setIsRejecting] = useState(false)
  const can = whatCanChange(selection, rows, warnings)
  return (
    <div className={styles.place}>
      {selection.size > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the buttons as form fields
        <div className={`cluster gap-2 row-gap-1 ${styles.bar}`} role="group" aria-label="Selected submissions">
          <strong>{selection.size} selected</strong>
          {can.approve.length > 0 && (
            <Button size="small" busy={bulk.isDeciding} onClick={() => bulk.approve(can.approve)}>
              Approve {can.approve.length}
            </Button>
          )}
          {can.process.length > 0 && (
            <SmallButton busy={bulk.isDeciding} onClick={() => bulk.decide(can.process, 'processing', '')}>
              Set {can.process.length} processing
            </SmallButton>
          )}
          {can.reject.length > 0 && (
            <Button variant="danger" size="small" busy={bulk.isDeciding} onClick={() => setIsRejecting(true)}>
              Reject {can.reject.length}...
            </Button>
          )}
          <QuietButton onClick={bulk.clear}>Clear</QuietButton>
          {leftOut(selection.size, can).map((each) => (
            <p key={each} className="muted text-sm">
              {each}
            </p>
          ))}
        </div>
      )}
      <ProblemNotice message={bulk.failed} />
      <div role="status">{bulk.result && <Result result={bulk.result} onClose={bulk.forget} />}</div>
      {isRejecting && (
        <BulkRejectDialog
          count={can.reject.length}
          onReject={(reason) => {
            setIsRejecting(false)
            bulk.decide(can.reject, 'rejected', reason)
          }}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </div>
  )
}

function leftOut(selected: number, { reject, warned }: ReturnType<typeof whatCanChange>) {
  const decided = selected - reject.length
  return [
    ...(decided > 0 ? [`${decided} ${decided === 1 ? 'needs' : 'need'} no decision.`] : []),
    ...(warned > 0 ? [`${warned} with warnings: approve ${warned === 1 ? 'it' : 'each'} by itself.`] : []),
  ]
}

function Result({ result: { done, outcome, failures }, onClose }: { result: BulkResult; onClose: () => void }) {
  return (
    <Notice
      tone={failures.length > 0 ? 'warn' : 'ok'}
      title={`${done} updated to ${outcome}${failures.length > 0 ? `, ${failures.length} failed` : ''}`}
    >
      {failures.length > 0 && (
        <ul className="plain stack gap-1 margin-top-1 margin-bottom-1">
          {failures.map(({ submissionId, message }) => (
            <li key={submissionId}>
              <span className="mono">{submissionId}</span>: {message}
            </li>
          ))}
        </ul>
      )}
      <QuietButton className={styles.close} onClick={onClose}>
        Close
      </QuietButton>
    </Notice>
  )
}

type BulkRejectDialogProps = { count: number; onReject: (reason: string) => void; onClose: () => void }

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

type BulkResult = { done: number; outcome: string; failures: { submissionId: string; message: string }[] }

function useBulk() {
  const { setSelection, undo, query, list } = useWorkspace()
  const setStatuses = trpc.admin.review.setStatuses.useMutation()
  const approval = trpc.admin.review.approve.useMutation()
  const [result, setResult] = useState<BulkResult>()
  const [failed, setFailed] = useState<string>()
  const [isDeciding, setIsDeciding] = useState(false)

  /** The bar disappears with the selection and would lose the focus. */
  function clear() {
    setSelection(nothing)
    list.current?.focus({ preventScroll: true })
  }
  async function run(outcome: string, send: () => Promise<readonly BulkOutcome[]>) {
    setResult(undefined)
    setFailed(undefined)
    setIsDeciding(true)
    try {
      const outcomes = await send()
      const done = outcomes.flatMap(({ submissionId, ok, version }) =>
        ok && version !== undefined ? [{ submissionId, version }] : [],
      )
      const failures = outcomes.flatMap(({ submissionId, ok, message }) =>
        ok ? [] : [{ submissionId, message: message ?? submissionMessages.statusUpdateFailed }],
      )
      setResult({ done: done.length, outcome, failures })
      const orders = done.length === 1 ? 'order' : 'orders'
      if (done.length > 0) undo.add({ items: done, message: `${done.length} ${orders}: ${outcome}.` })
      void query.refetch()
      // Deselects conflicts: a retry with the old version would fail again.
      clear()
    } catch {
      setFailed(submissionMessages.statusUpdateFailed)
    } finally {
      setIsDeciding(false)
    }
  }

  async function approveOne(item: Selected) {
    const { submissionId } = item
    try {
      const { version } = await approval.mutateAsync({ ...item, undoable: true })
      return { submissionId, ok: true, version }
    } catch (error) {
      return { submissionId, ok: false, message: explanation(error as ApiError) }
    }
  }

  return {
    decide: (items: readonly Selected[], status: BulkStatus, reason: string) =>
      void run(statusLabels[status].name, () =>
        setStatuses.mutateAsync({ items: [...items], status, reason: reason || undefined, undoable: true }),
      ),
    approve: (items: readonly Selected[]) =>
      void run('Approved', async () => {
        const outcomes: BulkOutcome[] = []
        for (const item of items) outcomes.push(await approveOne(item))
        return outcomes
      }),
    clear,
    isDeciding,
    result,
    failed,
    forget: () => setResult(undefined),
  }
}
