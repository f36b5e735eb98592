import { type FormEvent, useRef, useState } from 'react'
import { findBrand } from '#client/lib/catalogue.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import { type CardHints, cardHints } from '#shared/card-hints.ts'
import { compactText } from '#shared/compact-text.ts'
import { formatDollars } from '#shared/money.ts'
import { type SubmitProblem, submitProblemMessages } from '#shared/submission.ts'
import type { AddPhotosInput } from '#shared/submission-schema.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { MAX_FILES_PER_SUBMISSION, type PhotoSlot, uploadMessages } from '#shared/upload.ts'
import { CodeField } from './detail-fields.tsx'
import { LeaveQuestions } from './leave-guard.tsx'
import { OrderLimitNotice } from './order-limit-notice.tsx'
import { PhotoSection } from './photo-section.tsx'
import { focusField } from './submit-checklist.tsx'
import { failedItems, isUploading, type UploadItem, uploadedIds } from './upload-item.ts'
import styles from './upload-step.module.css'
import type { PhotoDraft } from './use-photo-draft.ts'
import { useUploadQueue } from './use-upload-queue.ts'

const notSent = "Your photos weren't sent. Check your connection and try again."

type AddPhotosFormProps = {
  transaction: TransactionDetail
  /** The photos that the order lacks. */
  photos: readonly PhotoSlot[]
  draft: PhotoDraft
  /** Called once the order is pending again. */
  onSent: () => void
}

/** Adds photos, and the security code that was erased with the decision, to a rejected order. */
export function AddPhotosForm({ transaction, photos, draft, onSent }: AddPhotosFormProps) {
  const { uploads, code } = draft
  const { resumedPrice } = transaction
  // Undefined while the order keeps its payout. An order whose card is refused today takes no photos.
  const newPayout = resumedPrice && 'payoutAmount' in resumedPrice ? resumedPrice.payoutAmount : undefined
  const maxFiles = MAX_FILES_PER_SUBMISSION - transaction.uploadedFiles.length
  const queue = useUploadQueue(uploads, maxFiles)
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const hints = hintsOf(transaction)
  const sending = useAddPhotos({ id: transaction.id, payoutAmount: newPayout }, draft, onSent)
  const needsCode = hints?.code !== undefined && !(hints.mayLackCode && code.hasNoCode)
  const problems = problemsOf(uploads.items, needsCode && compactText(code.securityCode) === '')
  const errorAt = (field: SubmitProblem['field']) =>
    (tried ? problems.find((each) => each.field === field) : undefined) ??
    (sending.problem?.field === field ? sending.problem : undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.isPending) return
    setTried(true)
    const [first] = problems
    if (first) focusField(form.current, first.field)
    else void sending.send(needsCode ? compactText(code.securityCode) : '')
  }

  return (
    <form ref={form} noValidate className="stack gap-6 shrinks" onSubmit={submit}>
      <OrderLimitNotice />
      {newPayout !== undefined && (
        <Notice tone="warn">
          This order was checked more than 48 hours ago, so today's rate applies: you get{' '}
          <strong>{formatDollars(newPayout)}</strong> instead of {formatDollars(transaction.payoutAmount)}.
        </Notice>
      )}
      <PhotoSection
        slots={photos}
        maxFiles={maxFiles}
        {...{ uploads, queue }}
        error={errorAt('files')}
        warning={undefined}
      />
      {hints?.code !== undefined && (
        <CodeField
          details={code}
          at={(field) => ({ 'data-field': field, error: errorAt(field)?.message })}
          onEdit={draft.editCode}
          hint={`${hints.code} We erased it when we checked your order.`}
          mayLackCode={hints.mayLackCode}
        />
      )}
      {sending.failure && (
        <Notice tone="bad" role="alert">
          {sending.failure}
        </Notice>
      )}
      <div className={`row stretch gap-0 ${styles.send}`}>
        <Button type="submit" busy={sending.isPending}>
          Send photos
        </Button>
      </div>
      <LeaveQuestions hasSecrets={uploads.items.length > 0 || code.securityCode !== ''} />
    </form>
  )
}

/** The condition of the card changes its notes only, which are not shown. Undefined for a brand we no longer buy. */
function hintsOf({ cardBrand }: TransactionDetail): CardHints | undefined {
  const brand = findBrand(cardBrand)
  return brand && cardHints(brand, 'brand-new')
}

function problemsOf(items: readonly UploadItem[], lacksCode: boolean): SubmitProblem[] {
  const problems = failedItems(items).map(({ name }): SubmitProblem => {
    return { field: 'files', message: uploadMessages.notUploaded(name) }
  })
  if (items.length === 0) problems.push({ field: 'files', message: submitProblemMessages.noFile })
  if (isUploading(items)) problems.push({ field: 'files', message: submitProblemMessages.uploading })
  if (lacksCode) problems.push({ field: 'securityCode', message: submitProblemMessages.securityCode })
  return problems
}

/** The idempotency key of a request: another one unless it repeats the last request. */
function keyFor({ attempt }: PhotoDraft, input: object): string {
  const request = JSON.stringify(input)
  if (attempt.current?.request !== request) attempt.current = { request, key: newRequestKey() }
  return attempt.current.key
}

/** Sends the draft. A failure keeps all input, and a retry of the same input cannot add the photos twice. */
function useAddPhotos(
  { id, payoutAmount }: Pick<AddPhotosInput, 'id' | 'payoutAmount'>,
  draft: PhotoDraft,
  onSent: () => void,
) {
  const { mutateAsync, isPending } = trpc.transactions.addPhotos.useMutation()
  const utils = trpc.useUtils()
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()
  const [failure, setFailure] = useState<string>()
  const [problem, setProblem] = useState<SubmitProblem>()

  async function send(securityCode: string) {
    setFailure(undefined)
    setProblem(undefined)
    dropErrorToast()
    const input = { id, fileIds: uploadedIds(draft.uploads.items), securityCode, payoutAmount }
    try {
      const transaction = await mutateAsync({ ...input, idempotencyKey: keyFor(draft, input) })
      draft.clear()
      utils.transactions.get.setData({ id }, transaction)
      void utils.transactions.list.invalidate()
      onSent()
    } catch (error) {
      fail(error as ApiError)
    }
  }

  function fail({ data, message }: ApiError) {
    const text = data ? message : notSent
    const field = data?.field
    if (field === 'files' || field === 'securityCode') setProblem({ field, message: text })
    else setFailure(text)
    toast({ title: 'Error', description: text, tone: 'error' })
    // A conflict means that the shown order is outdated.
    if (data?.code === 'conflict') void utils.transactions.get.invalidate({ id })
  }

  return { send, isPending, failure, problem }
}
