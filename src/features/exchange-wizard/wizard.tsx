import { useEffect, useState } from 'react'
import { useLostSession } from '#client/lib/expired-session.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Stepper } from '#client/ui/stepper.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { CardStep } from './card-step.tsx'
import { SignedInBanner } from './signed-in-banner.tsx'
import { StepFocusContext } from './step-title.tsx'
import type { GoToStep, Prefill } from './use-restore.ts'
import { useUploads } from './use-uploads.ts'
import { useWizard, type WizardMemory } from './use-wizard.ts'
import styles from './wizard.module.css'
import { initialWizard, type WizardPlace, type WizardStage } from './wizard-state.ts'
import { type WizardStep, wizardSteps } from './wizard-steps.ts'

// The first step is all that most visits see.
const pending = <Skeleton lines={4} height="4rem" />
const QuoteStep = lazyPart(async () => (await import('./quote-step.tsx')).QuoteStep, PartFailed, pending)
const UploadStep = lazyPart(
  async () => {
    // What may follow comes along: from here on there is something to lose when the network goes.
    const [{ UploadStep }] = await Promise.all([
      import('./upload-step.tsx'),
      import('./leave-guard.tsx'),
      import('./done-step.tsx'),
    ])
    return UploadStep
  },
  PartFailed,
  pending,
)
const LeaveGuard = lazyPart(async () => (await import('./leave-guard.tsx')).LeaveGuard)
const DoneStep = lazyPart(async () => (await import('./done-step.tsx')).DoneStep, PartFailed, pending)
const ReopenedSubmission = lazyPart(
  async () => (await import('./reopened-submission.tsx')).ReopenedSubmission,
  PartFailed,
  pending,
)

export type WizardProps = {
  place: WizardPlace
  prefill: Prefill
  /** Undefined until the server has said who is signed in. */
  customer: CustomerProfile | null | undefined
  goToStep: GoToStep
  goToSignUp: () => void
  signOut: () => Promise<void>
  /** Forgets the customer whose session was lost. */
  forget: () => void
}

/**
 * The exchange of one card, in four steps. Who signs out leaves nothing behind for the next person. Who loses their
 * session finds what they typed when they come back.
 */
export function Wizard(props: WizardProps) {
  const lost = useLostSession()?.customer
  const customerId = props.customer?.id
  const [person, setPerson] = useState({ id: customerId, generation: 0 })
  const isLost = customerId === undefined && lost !== undefined && lost.id === person.id
  const id = isLost ? lost.id : customerId
  if (person.id !== id) setPerson({ id, generation: person.generation + (person.id === undefined ? 0 : 1) })
  return (
    <WizardOfOnePerson
      key={person.generation}
      {...props}
      lost={isLost ? lost : undefined}
      startAgain={() => setPerson({ id: undefined, generation: person.generation + 1 })}
    />
  )
}

type WizardOfOnePersonProps = WizardProps & {
  /** The customer this exchange belongs to, while their session is lost. */
  lost: CustomerProfile | undefined
  /** Begins with the stored draft, as a visitor. */
  startAgain: () => void
}

function WizardOfOnePerson(props: WizardOfOnePersonProps) {
  const { place, prefill, customer, lost, goToStep, goToSignUp, signOut, forget, startAgain } = props
  const seller = lost ?? customer
  const wizard = useWizard({
    place,
    prefill,
    signedIn: seller === undefined ? undefined : seller !== null,
    goToStep,
  })
  const { stage, state } = wizard
  const uploads = useUploads({ isSignedOut: lost !== undefined })
  const holdsSecrets = uploads.items.length > 0 || state.details.cardNumber !== '' || state.details.securityCode !== ''
  const hasTyped = holdsSecrets || state.details !== initialWizard.details
  const isCovered = lost !== undefined && (hasTyped || stage.step === 'upload' || stage.step === 'done')
  // A visitor's page cannot show the customer's choices; the draft has the card.
  const startsAgain = lost !== undefined && !isCovered
  useEffect(() => {
    if (startsAgain) startAgain()
  })
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
          <div key={stage.step} hidden={isCovered} className={firstStep === undefined ? styles.entering : undefined}>
            <Stage {...{ wizard, uploads, goToStep, signUp }} customer={(isCovered ? lost : customer) ?? null} />
          </div>
        </StepFocusContext>
      )}
      {/* There before anything is typed: React may take a moment to show what is loaded late. */}
      {(holdsSecrets || isCovered || stage.step === 'upload') && (
        <LeaveGuard holdsSecrets={holdsSecrets} signedOutOf={isCovered ? stage.step : undefined} forget={forget} />
      )}
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
  return <LaterStage {...props} stage={stage} />
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
        <ReopenedSubmission orderId={stage.orderId} onAnother={sellAnother} />
      )
  }
}
