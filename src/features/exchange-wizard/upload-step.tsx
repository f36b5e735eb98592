import { type ActionDispatch, type FormEvent, useRef, useState } from 'react'
import { Notice } from '#client/ui/notice.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { cardHints, expiryAdvice } from '#shared/card-hints.ts'
import type { SubmitField } from '#shared/submission.ts'
import { CardFields } from './card-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import { focusField, type OrderField } from './focus-field.ts'
import { NewPriceDialog } from './new-price-dialog.tsx'
import { type OrderDraft, orderProblems } from './order-input.ts'
import { OrderSummary } from './order-summary.tsx'
import { PayoutFields } from './payout-fields.tsx'
import { PhotoSection } from './photo-section.tsx'
import { ScamCheck } from './scam-check.tsx'
import { ScamWarning } from './scam-warning.tsx'
import { StepTitle } from './step-title.tsx'
import { SubmitChecklist } from './submit-checklist.tsx'
import { SubmitControls } from './submit-controls.tsx'
import { TermsField } from './terms-field.tsx'
import styles from './upload-step.module.css'
import { useErrorTitle } from './use-error-title.ts'
import type { GoToStep } from './use-restore.ts'
import { useSubmit } from './use-submit.ts'
import { useUploadQueue } from './use-upload-queue.ts'
import type { Uploads } from './use-uploads.ts'
import panes from './wizard.module.css'
import type { OrderDetails, PayoutChoice, PricedCard, WizardAction } from './wizard-state.ts'

type UploadStepProps = {
  priced: PricedCard
  payout: PayoutChoice
  details: OrderDetails
  customer: CustomerProfile
  uploads: Uploads
  dispatch: ActionDispatch<[WizardAction]>
  goToStep: GoToStep
}

/** Step 3: photos, the card's numbers, where the money goes, and the order itself. */
export function UploadStep({ uploads, dispatch, goToStep, ...order }: UploadStepProps) {
  const { priced, payout, details } = order
  const queue = useUploadQueue(uploads)
  const draft: OrderDraft = { ...order, items: uploads.items }
  const form = useRef<HTMLFormElement>(null)
  const checklist = useRef<HTMLElement>(null)
  const [tried, setTried] = useState(false)
  const [isWarning, setIsWarning] = useState(false)
  const problems = orderProblems(draft)
  const hints = cardHints(priced.brand, priced.condition)
  const lacksExpiry = hints.needsExpiry && details.expiringDate.trim() === ''
  const sending = useSubmit(draft, { queue, dispatch, goToStep })
  const toast = useToast()
  useErrorTitle(tried && problems.length > 0)
  const edit = (change: Partial<OrderDetails>) => dispatch({ type: 'editDetails', change })
  const errorOf = (field: SubmitField) => (tried ? problems.find((each) => each.field === field)?.message : undefined)
  const goToField = (field: OrderField) => focusField(form.current, field)

  function showMissing() {
    setTried(true)
    checklist.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.isPending) return
    if (problems.length > 0) showMissing()
    else if (details.strangerAsked) setIsWarning(true)
    else void sending.submit()
  }

  function stop() {
    setIsWarning(false)
    for (const { key } of uploads.items) queue.remove(key)
    dispatch({ type: 'reset' })
    goToStep('card')
    toast({ title: 'Order stopped', description: 'Nothing was submitted. Your photos and card details are removed.' })
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <StepTitle lead="Photos, the numbers on the card, and where to send the money.">Upload & Submit</StepTitle>
      <div className={`${panes.panes} ${styles.step}`}>
        <div className={styles.sections}>
          <PhotoSection brandSlug={priced.brand.slug} {...{ uploads, queue }} error={errorOf('files')} />
          <CardFields hints={hints} details={details} errorOf={errorOf} onEdit={edit} />
          <PayoutFields payout={payout} details={details} errorOf={errorOf} onEdit={edit} />
          <ContactFields details={details} customer={order.customer} errorOf={errorOf} onEdit={edit} />
        </div>
        <div className={panes.side}>
          <OrderSummary order={draft} onGoToStep={goToStep} onGoToField={goToField} />
          <ScamCheck
            strangerAsked={details.strangerAsked}
            onAnswer={(strangerAsked) => {
              edit({ strangerAsked })
              setIsWarning(strangerAsked)
            }}
          />
          <TermsField
            accepted={details.termsAccepted}
            error={errorOf('terms')}
            onChange={(termsAccepted) => edit({ termsAccepted })}
          />
          <SubmitChecklist
            ref={checklist}
            problems={problems}
            advice={lacksExpiry ? { field: 'expiringDate', message: expiryAdvice } : undefined}
            tried={tried}
            onGoTo={goToField}
          />
          {sending.failure && (
            <Notice tone="bad" role="alert">
              {sending.failure}
            </Notice>
          )}
          <SubmitControls
            isSubmitting={sending.isPending}
            items={uploads.items}
            problem={problems[0]?.message}
            onBack={() => goToStep('quote')}
            onMissing={showMissing}
          />
        </div>
      </div>
      <NewPriceDialog
        change={sending.newPrice}
        onClose={sending.closeNewPrice}
        onAccept={() => void sending.submit()}
      />
      <ScamWarning
        open={isWarning}
        onClose={() => setIsWarning(false)}
        onStop={stop}
        onMistake={() => {
          edit({ strangerAsked: undefined })
          setIsWarning(false)
        }}
      />
    </form>
  )
}
