import { type FormEvent, useRef, useState } from 'react'
import { findBrand } from '#client/lib/catalogue.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { type CardHints, cardHints } from '#shared/card-hints.ts'
import { compactText } from '#shared/compact-text.ts'
import { isWantedField, requestMessages, wantedFields } from '#shared/information-request.ts'
import type { RequestView } from '#shared/information-request-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { type SubmitProblem, submitProblemMessages } from '#shared/submission.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { MAX_FILES_PER_SUBMISSION, type PhotoSlot } from '#shared/upload.ts'
import { CodeField, secret } from './detail-fields.tsx'
import { LeaveQuestions } from './leave-guard.tsx'
import { OrderLimitNotice } from './order-limit-notice.tsx'
import { PhotoSection } from './photo-section.tsx'
import { failedUploads } from './submission-input.ts'
import { focusField } from './submit-checklist.tsx'
import { isUploading, type UploadItem } from './upload-item.ts'
import styles from './upload-step.module.css'
import type { PhotoDraft, SentDetails } from './use-photo-draft.ts'
import { useSendAnswer } from './use-send-answer.ts'
import { useUploadQueue } from './use-upload-queue.ts'

type AnswerFormProps = {
  transaction: TransactionDetail
  photos: readonly PhotoSlot[]
  request?: RequestView | undefined
  draft: PhotoDraft
  onSent: () => void
}

type Needs = { number: boolean; code: CardHints['code'] | false; mayLackCode: boolean; expiry: boolean; photos: number }

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
  const needsCode = needs.code !== false && !(needs.mayLackCode && details.hasNoCode)
  const problems = problemsOf(uploads.items, details, { ...needs, code: needsCode ? needs.code : false })
  const errorAt = (field: SubmitProblem['field']) =>
    (tried ? problems.find((each) => each.field === field) : undefined) ??
    (sending.problem?.field === field ? sending.problem : undefined)
  const at = <Field extends SubmitProblem['field']>(field: Field) => {
    const error = errorAt(field)?.message
    return { 'data-field': field, ...(error !== undefined && { error }) }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.isPending) return
    setTried(true)
    const [first] = problems
    if (first) focusField(form.current, first.field)
    else void sending.send(needsCode ? compactText(details.securityCode) : '')
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
      {needs.photos > 0 && <PhotoSection slots={photos} {...{ maxFiles, uploads, queue }} error={errorAt('files')} />}
      {needs.number && (
        <TextField
          {...secret}
          {...at('cardNumber')}
          label="Gift Card Number"
          hint="Spaces and dashes are OK."
          maxLength={100}
          value={details.cardNumber}
          onValueChange={(cardNumber) => draft.edit({ cardNumber })}
        />
      )}
      {needs.code !== false && (
        <CodeField
          details={details}
          at={at}
          onEdit={draft.edit}
          hint={request ? (needs.code ?? '') : `${needs.code} We erased it when we checked your order.`}
          mayLackCode={needs.mayLackCode}
        />
      )}
      {needs.expiry && (
        <TextField
          {...secret}
          {...at('expiringDate')}
          label="Expiry Date"
          placeholder="MM/YY"
          maxLength={20}
          value={details.expiringDate}
          onValueChange={(expiringDate) => draft.edit({ expiringDate })}
        />
      )}
      {sending.failure && (
        <Notice tone="bad" role="alert">
          {sending.failure}
        </Notice>
      )}
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

function needsOf(transaction: TransactionDetail, request: RequestView | undefined): Needs {
  const hints = hintsOf(transaction)
  if (!request)
    return {
      number: false,
      code: hints?.code ?? false,
      mayLackCode: hints?.mayLackCode === true,
      expiry: false,
      photos: 1,
    }
  const wants = request.wants ?? []
  return {
    number: wants.includes('number'),
    code: wants.includes('code') && hints?.code,
    mayLackCode: false,
    expiry: wants.includes('expiry'),
    photos: wants.filter((item) => !isWantedField(item)).length,
  }
}

/** The condition of the card changes its notes only, which are not shown. Undefined for a brand we no longer buy. */
function hintsOf({ cardBrand }: TransactionDetail): CardHints | undefined {
  const brand = findBrand(cardBrand)
  return brand && cardHints(brand, 'brand-new')
}

function problemsOf(items: readonly UploadItem[], details: SentDetails, needs: Needs): SubmitProblem[] {
  const problems = failedUploads(items)
  if (needs.photos > 0 && items.length === 0) problems.push({ field: 'files', message: submitProblemMessages.noFile })
  else if (items.length < needs.photos)
    problems.push({ field: 'files', message: requestMessages.missingPhotos(needs.photos) })
  if (isUploading(items)) problems.push({ field: 'files', message: submitProblemMessages.uploading })
  const empty = (item: keyof typeof wantedFields) => compactText(details[wantedFields[item]]) === ''
  if (needs.number && empty('number'))
    problems.push({ field: 'cardNumber', message: requestMessages.missingField.number })
  if (needs.code !== false && empty('code'))
    problems.push({ field: 'securityCode', message: submitProblemMessages.securityCode })
  if (needs.expiry && empty('expiry'))
    problems.push({ field: 'expiringDate', message: requestMessages.missingField.expiry })
  return problems
}
