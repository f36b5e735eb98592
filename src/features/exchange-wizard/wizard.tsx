import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Stepper } from '#client/ui/stepper.tsx'
import type { CustomerProfile } from '#shared/account.ts'
import { CardStep } from './card-step.tsx'
import { SignedInBanner } from './signed-in-banner.tsx'
import { StepFocusContext } from './step-title.tsx'
import type { GoToStep, Prefill } from './use-restore.ts'
import { useUploads } from './use-uploads.ts'
import { useWizard, type WizardMemory } from './use-wizard.ts'
import styles from './wizard.module.css'
import type { WizardPlace, WizardStage } from './wizard-state.ts'
import { type WizardStep, wizardSteps } from './wizard-steps.ts'

// The first step is all that most visits see.
const QuoteStep = lazy(async () => ({ default: (await import('./quote-step.tsx')).QuoteStep }))
const UploadStep = lazy(async () => {
  // What may follow comes along: from here on there is something to lose when the network goes.
  const [{ UploadStep }] = await Promise.all([
    import('./upload-step.tsx'),
    import('./leave-guard.tsx'),
    import('./done-step.tsx'),
  ])
  return { default: UploadStep }
})
const LeaveGuard = lazy(async () => ({ default: (await import('./leave-guard.tsx')).LeaveGuard }))
const DoneStep = lazy(async () => ({ default: (await import('./done-step.tsx')).DoneStep }))
const ReopenedOrder = lazy(async () => ({ default: (await import('./reopened-order.tsx')).ReopenedOrder }))

export type WizardProps = {
  place: WizardPlace
  prefill: Prefill
  /** Undefined until the server has said who is signed in. */
  customer: CustomerProfile | null | undefined
  goToStep: GoToStep
  goToSignUp: () => void
  signOut: () => Promise<void>
}

/** The exchange of one card, in four steps. Whoever signs out leaves nothing behind for the next person. */
export function Wizard(props: WizardProps) {
  const customerId = props.customer?.id
  const [person, setPerson] = useState({ id: customerId, generation: 0 })
  if (person.id !== customerId)
    setPerson({ id: customerId, generation: person.generation + (person.id === undefined ? 0 : 1) })
  return <WizardOfOnePerson key={person.generation} {...props} />
}

function WizardOfOnePerson({ place, prefill, customer, goToStep, goToSignUp, signOut }: WizardProps) {
  const wizard = useWizard({
    place,
    prefill,
    signedIn: customer === undefined ? undefined : customer !== null,
    goToStep,
  })
  const { stage, state } = wizard
  const uploads = useUploads()
  const holdsSecrets = uploads.items.length > 0 || state.details.cardNumber !== '' || state.details.securityCode !== ''
  // Nobody has moved yet when the page opens: then the focus is left alone.
  const [firstStep, setFirstStep] = useState<WizardStep | undefined>(stage.step)
  if (firstStep !== undefined && firstStep !== stage.step) setFirstStep(undefined)
  const signUp = () => {
    wizard.keepForSignUp()
    goToSignUp()
  }
  return (
    <div className={`page ${styles.wizard}`}>
      <h1 className="visually-hidden">Exchange a gift card</h1>
      <SignedInBanner name={customer?.name} signOut={signOut} />
      <Stepper
        steps={['Select Card', 'Get Quote', 'Upload & Submit', 'Done']}
        current={wizardSteps.indexOf(stage.step) + 1}
      />
      {wizard.isResuming && stage.step === 'card' ? (
        <Skeleton lines={4} height="4rem" label="Loading..." />
      ) : (
        <StepFocusContext value={firstStep === undefined}>
          {/* No view transition: while one runs, the page hears no press. */}
          <div key={stage.step} className={firstStep === undefined ? styles.entering : undefined}>
            <Stage {...{ wizard, uploads, goToStep, signUp }} customer={customer ?? null} />
          </div>
        </StepFocusContext>
      )}
      {/* There before anything is typed: React may take a moment to show what is loaded late. */}
      <Suspense>{(holdsSecrets || stage.step === 'upload') && <LeaveGuard holdsSecrets={holdsSecrets} />}</Suspense>
    </div>
  )
}

type StageProps = {
  wizard: WizardMemory
  uploads: ReturnType<typeof useUploads>
  customer: CustomerProfile | null
  goToStep: GoToStep
  signUp: () => void
}

function Stage(props: StageProps) {
  const { stage, state, dispatch, cardForm, isAsking, getQuote } = props.wizard
  // Drawn before the script runs, and read when it does: React takes over what is inside a Suspense only later.
  if (stage.step === 'card')
    return (
      <CardStep
        card={state.card}
        formRef={cardForm}
        dispatch={dispatch}
        isAsking={isAsking}
        onGetQuote={() => void getQuote()}
      />
    )
  return (
    <Suspense fallback={<Skeleton lines={4} height="4rem" />}>
      <LaterStage {...props} stage={stage} />
    </Suspense>
  )
}

type LaterStageProps = StageProps & { stage: Exclude<WizardStage, { step: 'card' }> }

function LaterStage({ wizard, stage, uploads, customer, goToStep, signUp }: LaterStageProps) {
  const { state, dispatch, askQuote } = wizard
  const sellAnother = (brandSlug?: string) => {
    dispatch({ type: 'reset', brandSlug })
    goToStep('card')
  }
  switch (stage.step) {
    case 'quote':
      return (
        <QuoteStep
          priced={stage.priced}
          payout={state.payout}
          signedIn={customer !== null}
          isAsking={wizard.isAsking}
          askQuote={() => askQuote(state.card)}
          {...{ dispatch, goToStep, signUp }}
        />
      )
    case 'upload':
      if (!customer) return null
      return (
        <UploadStep
          priced={stage.priced}
          payout={stage.payout}
          details={state.details}
          {...{ customer, uploads, dispatch, goToStep }}
        />
      )
    case 'done':
      return 'order' in stage ? (
        <DoneStep order={stage.order} onAnother={sellAnother} />
      ) : (
        <ReopenedOrder orderId={stage.orderId} onAnother={sellAnother} />
      )
  }
}
