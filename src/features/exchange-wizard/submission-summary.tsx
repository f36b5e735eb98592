import type { ReactNode } from 'react'
import { AddressText } from '#client/ui/address-text.tsx'
import { Button, SecondaryButton } from '#client/ui/button.tsx'
import { Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { maskCardNumber } from '#shared/card-number.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { SubmitField, SubmitProblem } from '#shared/submission.ts'
import { payoutName, payoutType } from './payout-choice.ts'
import { PriceTerm, QuotePayout } from './price-term.tsx'
import { BarLink, BarPayout, StepBar } from './step-bar.tsx'
import { asksForCode, contactOf, payoutLabel, type SubmissionDraft } from './submission-input.ts'
import type { SubmissionField } from './submit-checklist.tsx'
import { isUploading, type UploadItem, uploadedIds } from './upload-item.ts'
import styles from './upload-step.module.css'
import panes from './wizard.module.css'
import type { PayoutChoice } from './wizard-state.ts'
import type { WizardStep } from './wizard-steps.ts'

type SubmissionSummaryProps = {
  draft: SubmissionDraft
  onGoToStep: (step: WizardStep) => void
  onGoToField: (field: SubmitField) => void
  onChangeValue: () => void
}

export function SubmissionSummary({ draft, onGoToStep, onGoToField, onChangeValue }: SubmissionSummaryProps) {
  const { priced, payout, details, items } = draft
  const { brand, condition, quote } = priced
  const arrived = uploadedIds(items).length
  const toCard = () => onGoToStep('card')
  return (
    <section aria-label="Order summary" className={styles.summary}>
      <Receipt label="ORDER SUMMARY" aside={brand.name}>
        <QuotePayout quote={quote} />
        <ReceiptRows>
          <Answer label="Card" changes="the card" onChange={toCard}>
            {brand.name}
          </Answer>
          <Answer label="Condition" changes="the condition" onChange={toCard}>
            {conditionNames[condition]}
          </Answer>
          <Answer label="Card value" changes="the value" onChange={onChangeValue}>
            {formatDollars(quote.cardValue)}
          </Answer>
          <ReceiptRow label="Exchange rate">{formatRate(quote.exchangeRate)}</ReceiptRow>
          <Answer label="Photos" changes="the photos" onChange={() => onGoToField('files')}>
            {arrived > 0 && (arrived === 1 ? '1 file' : `${arrived} files`)}
          </Answer>
          <Answer label="Card number" changes="the number" onChange={() => onGoToField('cardNumber')}>
            {details.cardNumber.trim() && maskCardNumber(details.cardNumber, brand.slug, details.securityCode)}
          </Answer>
          {asksForCode(draft) && (
            <Answer label="Security code" changes="the code" onChange={() => onGoToField('securityCode')}>
              {details.securityCode.trim() && '••••'}
            </Answer>
          )}
          <Answer label="Paid by" changes="the payment method" onChange={() => onGoToStep('quote')}>
            {payoutName(payout)}
          </Answer>
          {payout.kind === 'new' && (
            <Answer label="Paid to" changes="the payout details" onChange={() => onGoToField('paymentDetails')}>
              {hasDetails(draft, payout) && <AddressText>{payoutLabel(draft).replace(/^[^:]*: /, '')}</AddressText>}
            </Answer>
          )}
          <Answer label="Name" changes="the name" onChange={() => onGoToField('accountName')}>
            {contactOf(draft).accountName.trim() && draft.customer.name}
          </Answer>
          <ReceiptRow label="Paid in">{paymentTypeInfo[payoutType(payout)].timing}</ReceiptRow>
        </ReceiptRows>
        <p className="text-sm">
          <PriceTerm quote={quote} isQuiet />
        </p>
      </Receipt>
    </section>
  )
}

type AnswerProps = {
  label: string
  /** Completes the accessible name of the button, which is read out of context. */
  changes: string
  onChange: () => void
  children: ReactNode
}

function Answer({ label, changes, onChange, children }: AnswerProps) {
  return (
    <ReceiptRow label={label}>
      <span className={children ? undefined : 'muted'}>{children || 'Not yet'}</span>{' '}
      <button type="button" className={`brand text-sm underlined ${styles.change}`} onClick={onChange}>
        {children ? 'Change' : 'Add'} <span className="visually-hidden">{changes}</span>
      </button>
    </ReceiptRow>
  )
}

function hasDetails({ details }: SubmissionDraft, payout: PayoutChoice & { kind: 'new' }) {
  return payout.type === 'bank' ? details.accountNumber.trim() !== '' : !!details.payoutDetails[payout.type]?.trim()
}

type SubmitControlsProps = {
  /** In dollars. */
  payoutAmount: number
  isSubmitting: boolean
  items: readonly UploadItem[]
  problems: readonly SubmitProblem[]
  onBack: () => void
  onMissing: () => void
  onGoTo: (field: SubmissionField) => void
}

export function SubmitControls({ payoutAmount, isSubmitting, items, problems, ...on }: SubmitControlsProps) {
  const [first] = problems
  return (
    <div className={`cluster stretch spread ${panes.actions}`}>
      <SecondaryButton onClick={on.onBack}>Back</SecondaryButton>
      <StepBar
        summary={
          <>
            <BarPayout>{formatDollars(payoutAmount)}</BarPayout>
            {first ? (
              <BarLink onPress={() => on.onGoTo(first.field)}>
                {problems.length === 1 ? '1 thing missing' : `${problems.length} things missing`}
              </BarLink>
            ) : (
              <span>Ready to send</span>
            )}
          </>
        }
      >
        <Button type="submit" busy={isSubmitting} disabledReason={first?.message} onDisabledPress={on.onMissing}>
          {submitLabel(isSubmitting, items)}
        </Button>
      </StepBar>
    </div>
  )
}

function submitLabel(isSubmitting: boolean, items: readonly UploadItem[]) {
  if (isSubmitting) return 'Submitting...'
  if (isUploading(items)) return 'Processing Files...'
  return items.some((item) => item.state.status === 'done') ? 'Submit Securely' : 'Upload Files to Continue'
}
