import { type FormEvent, useRef, useState } from 'react'
import { useOrderCall } from '#client/calls/use-order-call.ts'
import { findBrand } from '#client/lib/catalogue.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice, ProblemNotice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import { type CardHints, cardHints } from '#shared/card-hints.ts'
import type { RequestView } from '#shared/case-schema.ts'
import { compactText } from '#shared/compact-text.ts'
import { requestMessages, type WantedField, wantedFields } from '#shared/information-request.ts'
import { formatDollars } from '#shared/money.ts'
import { type SubmitProblem, submitProblemMessages } from '#shared/submission.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { MAX_FILES_PER_SUBMISSION, type PhotoSlot } from '#shared/upload.ts'
import { bind, CodeField, NumberField, secret } from './detail-fields.tsx'
import { LeaveQuestions } from './leave-guard.tsx'
import { OrderLimitNotice } from './order-limit-notice.tsx'
import { PhotoSection, useUploadQueue } from './photo-section.tsx'
import { failedUploads } from './submission-input.ts'
import { focusField } from './submit-checklist.tsx'
import { isUploading, type UploadItem, uploadedIds } from './upload-item.ts'
import styles from './upload-step.module.css'
import type { PhotoDraft, SentDetails } from './use-photo-draft.ts'

type AnswerFormProps = {
  transaction: TransactionDetail
  photos: readonly PhotoSlot[]
  request?: RequestView | undefined
  draft: PhotoDraft
  onSent: () => void
}

type Needs = { photos: number; fields: readonly WantedField[]; codeHint: CardHints['code']; mayLackCode: boolean }

/** Photos of a rejected order are sent with the security code, which was erased with the decision. */
export function AnswerForm({ transaction, photos, request, draft, onSent }: AnswerFormProps) {
  const { uploads, details } = draft
  const { resumedPrice } = transaction
  // Undefined while the order keeps its payout. An order whose card is refused today takes no photos.
  const newPayout = resumedPrice && 'payoutAmount' in resumedPrice ? resumedPrice.payoutAmount : undefined
  const maxFiles = MAX_FILES_PER_SUBMISSION - transaction.uploadedFiles.length
  const queue = useUploadQueue(uploads, maxFiles)
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const needs = needsOf(transaction, request)
  const sending = useSendAnswer({ id: transaction.id, payoutAmount: newPayout, request }, draft, onSent)
  const fieldsToSend = needs.fields.filter((item) => item !== 'code' || !(needs.mayLackCode && details.hasNoCode))
  const problems = problemsOf(uploads.items, details, { photos: needs.photos, fields: fieldsToSend })
  const at = <Field extends SubmitProblem['field']>(field: Field) => {
    const shown = [...(tried ? problems : []), ...(sending.problem ? [sending.problem] : [])]
    const error = shown.find((each) => each.field === field)?.message
    return { 'data-field': field, ...(error !== undefined && { error }) }
  }
  const fields = { details, at, onEdit: draft.edit }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.isPending) return
    setTried(true)
    const [first] = problems
    if (first) focusField(form.current, first.field)
    else void sending.send(fieldsToSend.includes('code') ? compactText(details.securityCode) : '')
  }

  return (
    <form ref={form} noValidate className="stack gap-6 shrinks not-printed" onSubmit={submit}>
      {!request && <OrderLimitNotice />}
      {newPayout !== undefined && (
        <Notice tone="warn">
          This order was checked more than 48 hours ago, so today's rate applies: you get{' '}
          <strong>{formatDollars(newPayout)}</strong> instead of {formatDollars(transaction.payoutAmount)}.
        </Notice>
      )}
      {needs.photos > 0 && <PhotoSection slots={photos} {...{ maxFiles, uploads, queue }} error={at('files').error} />}
      {needs.fields.includes('number') && <NumberField {...fields} hint="Spaces and dashes are OK." />}
      {needs.fields.includes('code') && (
        <CodeField
          {...fields}
          hint={request ? (needs.codeHint ?? '') : `${needs.codeHint} We erased it when we checked your order.`}
          mayLackCode={needs.mayLackCode}
        />
      )}
      {needs.fields.includes('expiry') && (
        <TextField
          {...secret}
          {...bind(fields, 'expiringDate')}
          label="Expiry Date"
          placeholder="MM/YY"
          maxLength={20}
        />
      )}
      {sending.problem && !sending.problem.field && <ProblemNotice message={sending.problem.message} />}
      <div className={`row stretch gap-0 ${styles.send}`}>
        <Button type="submit" busy={sending.isPending}>
          {request ? 'Send' : 'Send photos'}
        </Button>
      </div>
      <LeaveQuestions hasSecrets={uploads.items.length > 0 || hasSecret(details)} />
    </form>
  )
}

const hasSecret = ({ cardNumber, securityCode, expiringDate }: SentDetails) =>
  [cardNumber, securityCode, expiringDate].some((text) => text !== '')

const everyField: readonly WantedField[] = ['number', 'code', 'expiry']

/** A brand that we no longer buy has no hints. */
function needsOf({ cardBrand }: TransactionDetail, request: RequestView | undefined): Needs {
  const brand = findBrand(cardBrand)
  // The condition of the card changes its notes only, which are not shown.
  const hints = brand && cardHints(brand, 'brand-new')
  const codeHint = hints?.code
  if (!request) {
    const fields = codeHint === undefined ? [] : (['code'] as const)
    return { photos: 1, fields, codeHint, mayLackCode: hints?.mayLackCode === true }
  }
  const wants = request.wants ?? []
  const fields = everyField.filter((item) => wants.includes(item))
  return { photos: wants.length - fields.length, fields, codeHint, mayLackCode: false }
}

function problemsOf(items: readonly UploadItem[], details: SentDetails, needs: Pick<Needs, 'photos' | 'fields'>) {
  const problems = failedUploads(items)
  const add = (field: SubmitProblem['field'], message: string) => problems.push({ field, message })
  if (needs.photos > 0 && items.length === 0) add('files', submitProblemMessages.noFile)
  else if (items.length < needs.photos) add('files', requestMessages.missingPhotos(needs.photos))
  if (isUploading(items)) add('files', submitProblemMessages.uploading)
  const messages = { ...requestMessages.missingField, code: submitProblemMessages.securityCode }
  for (const item of needs.fields)
    if (compactText(details[wantedFields[item]]) === '') add(wantedFields[item], messages[item])
  return problems
}

const notSent = "Your photos weren't sent. Check your connection and try again."
const answerNotSent = "Your answer wasn't sent. Check your connection and try again."

type Sent = { id: string; payoutAmount: number | undefined; request: RequestView | undefined }
const answerFields: readonly SubmitProblem['field'][] = ['files', 'cardNumber', 'securityCode', 'expiringDate']

/** Sends the draft. A failure keeps all input, and a retry of the same input cannot send it twice. */
function useSendAnswer({ id, payoutAmount, request }: Sent, draft: PhotoDraft, onSent: () => void) {
  const call = useOrderCall(id, {})
  const addPhotos = trpc.transactions.addPhotos.useMutation(call)
  const answer = trpc.requests.answer.useMutation(call)
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()
  const [problem, setProblem] = useState<{ field?: SubmitProblem['field']; message: string }>()

  function store(securityCode: string) {
    const fileIds = uploadedIds(draft.uploads.items)
    if (!request) {
      const input = { id, fileIds, securityCode, payoutAmount }
      return addPhotos.mutateAsync({ ...input, idempotencyKey: keyFor(draft, input) })
    }
    const { cardNumber, expiringDate } = draft.details
    const wants = request.wants ?? []
    const input = {
      id: request.id,
      fileIds,
      ...(wants.includes('number') && { cardNumber: compactText(cardNumber) }),
      ...(wants.includes('code') && { securityCode }),
      ...(wants.includes('expiry') && { expiringDate: compactText(expiringDate) }),
    }
    return answer.mutateAsync({ ...input, idempotencyKey: keyFor(draft, input) })
  }

  async function send(securityCode: string) {
    setProblem(undefined)
    dropErrorToast()
    try {
      await store(securityCode)
      draft.clear()
      onSent()
    } catch (error) {
      fail(error as ApiError)
    }
  }

  function fail({ data, message }: ApiError) {
    const text = data ? message : request ? answerNotSent : notSent
    setProblem({ field: answerFields.find((each) => each === data?.field), message: text })
    toast({ title: 'Error', description: text, tone: 'error' })
  }

  return { send, isPending: addPhotos.isPending || answer.isPending, problem }
}

function keyFor({ attempt }: PhotoDraft, input: object) {
  const request = JSON.stringify(input)
  if (attempt.current?.request !== request) attempt.current = { request, key: newRequestKey() }
  return attempt.current.key
}
