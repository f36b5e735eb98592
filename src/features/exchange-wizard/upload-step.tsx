import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { withBase } from '#client/lib/base-path.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { ProblemNotice } from '#client/ui/notice.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { cardHints } from '#shared/card-hints.ts'
import { formatDollars } from '#shared/money.ts'
import { ChangeValueDialog } from './change-value-dialog.tsx'
import { CardFields, ContactFields, PayoutFields } from './detail-fields.tsx'
import { OrderLimitNotice } from './order-limit-notice.tsx'
import { PhotoSection, useUploadQueue } from './photo-section.tsx'
import { PriceTerm } from './price-term.tsx'
import { ScamCheck, ScamWarning } from './scam-check.tsx'
import { StepTitle, useErrorTitle } from './step-title.tsx'
import { isWaiting, type SubmissionDraft, submissionProblems } from './submission-input.ts'
import { SubmissionSummary, SubmitControls } from './submission-summary.tsx'
import { focusField, type SubmissionField, SubmitChecklist } from './submit-checklist.tsx'
import { slotsOf } from './upload-item.ts'
import styles from './upload-step.module.css'
import { NewPriceDialog, useSubmit } from './use-submit.tsx'
import { useWarnings } from './use-warnings.ts'
import type { WizardMemory } from './use-wizard.ts'
import panes from './wizard.module.css'
import type { SubmissionDetails, WizardStage } from './wizard-state.ts'
import { WorthCheckingDialog } from './worth-checking-dialog.tsx'

type UploadStepProps = {
  wizard: WizardMemory
  stage: Extract<WizardStage, { step: 'upload' }>
  customer: CustomerProfile
}

/** A repeated order keeps most of another one: its step opens at the photos, and goes on at the number. */
export function UploadStep({ wizard, stage: { priced, payout }, customer }: UploadStepProps) {
  const { uploads, dispatch, goToStep } = wizard
  const { details, isRepeat = false } = wizard.state
  const queue = useUploadQueue(uploads)
  const draft: SubmissionDraft = { priced, payout, details, customer, items: uploads.items }
  const form = useRef<HTMLFormElement>(null)
  const checklist = useRef<HTMLElement>(null)
  const [tried, setTried] = useState(false)
  const [dialog, setDialog] = useState<'scam' | 'warnings' | 'value'>()
  const problems = submissionProblems(draft)
  const warnings = useWarnings(draft, problems)
  const hints = cardHints(priced.brand, priced.condition)
  const sending = useSubmit(draft, wizard, queue)
  const toast = useToast()
  useErrorTitle(tried && !problems.every(isWaiting))
  const slots = slotsOf(priced.brand)
  useRepeatFocus(form, { isRepeat, hasPhotos: uploads.items.length >= slots.length })
  const edit = (change: Partial<SubmissionDetails>) => dispatch({ type: 'editDetails', change })
  const at = (field: SubmissionField) => {
    const problem = tried ? problems.find((each) => each.field === field) : undefined
    return { 'data-field': field, error: problem?.message, warning: warnings.at(field) }
  }
  const fields = { details, customer, at, onEdit: edit }
  const closeDialog = () => setDialog(undefined)

  function goToField(field: SubmissionField) {
    if (field === 'condition') goToStep('card')
    else focusField(form.current, field)
  }

  function showMissing() {
    setTried(true)
    checklist.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.isPending) return
    if (problems.length > 0) showMissing()
    else if (details.askedByOther) setDialog('scam')
    else if (warnings.mustAsk) ask()
    else void sending.submit()
  }

  function ask() {
    warnings.markAsked()
    setDialog('warnings')
  }

  function fix() {
    // The open dialog would keep the focus.
    flushSync(closeDialog)
    const [first] = warnings.open
    if (first) goToField(first.field)
  }

  function sendAnyway() {
    closeDialog()
    warnings.confirm()
    void sending.submit()
  }

  function stop() {
    closeDialog()
    for (const { key } of uploads.items) queue.remove(key)
    dispatch({ type: 'reset' })
    goToStep('card')
    toast({ title: 'Order stopped', description: 'Nothing was sent. We deleted your photos and card details.' })
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onBlur={warnings.leave}>
      <StepTitle
        lead={
          isRepeat ? (
            <>
              Another {priced.brand.name} card of {formatDollars(priced.quote.cardValue)}. Is the value different?{' '}
              <button
                type="button"
                className={`brand text-sm underlined ${styles.change}`}
                onClick={() => setDialog('value')}
              >
                Change it
              </button>
            </>
          ) : (
            'Add photos, enter the card details and tell us where to pay you.'
          )
        }
      >
        Upload & Submit
      </StepTitle>
      <p className="text-sm margin-bottom-4">
        <PriceTerm quote={priced.quote} />
      </p>
      <div className={`stack top gap-7 ${panes.panes}`}>
        <div className="stack gap-6 shrinks">
          <OrderLimitNotice />
          <PhotoSection
            slots={slots}
            brand={priced.brand}
            {...{ uploads, queue }}
            error={at('files').error}
            warning={at('files').warning}
          />
          <CardFields {...fields} hints={hints} />
          <PayoutFields {...fields} payout={payout} />
          <ContactFields {...fields} />
          <p className="visually-hidden" role="status">
            {warnings.announcement}
          </p>
        </div>
        <div ref={followHeight} className={`stack gap-5 ${panes.side}`}>
          <SubmissionSummary
            draft={draft}
            onGoToStep={goToStep}
            onGoToField={goToField}
            onChangeValue={() => setDialog('value')}
          />
          <ScamCheck
            askedByOther={details.askedByOther}
            onAnswer={(askedByOther) => {
              edit({ askedByOther })
              if (askedByOther) setDialog('scam')
            }}
          />
          <TermsField
            accepted={details.termsAccepted}
            error={at('terms').error}
            onChange={(termsAccepted) => edit({ termsAccepted })}
          />
          <SubmitChecklist
            ref={checklist}
            problems={problems}
            warnings={warnings.open}
            tried={tried}
            onGoTo={goToField}
          />
          <ProblemNotice message={sending.failure} />
          <SubmitControls
            payoutAmount={priced.quote.payoutAmount}
            isSubmitting={sending.isPending}
            items={uploads.items}
            problems={problems}
            onBack={() => goToStep('quote')}
            onMissing={showMissing}
            onGoTo={goToField}
          />
        </div>
      </div>
      {dialog === 'value' && <ChangeValueDialog wizard={wizard} brand={priced.brand} onClose={closeDialog} />}
      {dialog === 'warnings' && (
        <WorthCheckingDialog warnings={warnings.open} onClose={closeDialog} onFix={fix} onSend={sendAnyway} />
      )}
      <NewPriceDialog
        change={sending.newPrice}
        onClose={sending.closeNewPrice}
        onAccept={() => void sending.submit()}
      />
      {dialog === 'scam' && (
        <ScamWarning
          onClose={closeDialog}
          onStop={stop}
          onMistake={() => {
            edit({ askedByOther: undefined })
            closeDialog()
          }}
        />
      )}
    </form>
  )
}

function useRepeatFocus(
  form: RefObject<HTMLFormElement | null>,
  { isRepeat, hasPhotos }: { isRepeat: boolean; hasPhotos: boolean },
) {
  const isOver = useRef(false)
  useEffect(() => {
    if (!isRepeat || isOver.current) return
    // The page begins with which card it is, above the photos.
    focusField(form.current, hasPhotos ? 'cardNumber' : 'files', { preventScroll: !hasPhotos })
    isOver.current = hasPhotos
  }, [form, isRepeat, hasPhotos])
}

/** Keeps `--side-height` at the height of a `.side` column, so that its end is visible in a low window. */
function followHeight(side: HTMLElement | null) {
  // Not in jsdom, which has no layout.
  if (!side || typeof ResizeObserver !== 'function') return
  const observer = new ResizeObserver(() => side.style.setProperty('--side-height', `${side.offsetHeight}px`))
  observer.observe(side)
  return () => observer.disconnect()
}

type TermsFieldProps = { accepted: boolean; error?: string; onChange: (accepted: boolean) => void }

/** Confirms ownership and the terms, which open in a new tab so that no input is lost. */
function TermsField({ accepted, error, onChange }: TermsFieldProps) {
  return (
    <div data-field="terms">
      <Checkbox
        checked={accepted}
        onCheckedChange={onChange}
        error={error}
        label={
          <>
            I confirm that I am the rightful owner of this gift card, that it was obtained legally, and that I accept
            the <NewTabLink href={withBase('/terms-of-service')}>terms and conditions</NewTabLink>.
          </>
        }
      />
    </div>
  )
}
