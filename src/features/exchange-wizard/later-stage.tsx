import { lazyPart } from '#client/lib/lazy-part.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { QuoteStep } from './quote-step.tsx'
import type { GoToStep } from './use-restore.ts'
import type { Uploads } from './use-uploads.ts'
import type { WizardMemory } from './use-wizard.ts'
import type { WizardStage } from './wizard-state.ts'

const pending = <Skeleton lines={4} height="4rem" />
const UploadStep = lazyPart(
  async () => {
    // Preloads what may follow: from here on the customer could lose input when offline.
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
const DoneStep = lazyPart(async () => (await import('./done-step.tsx')).DoneStep, PartFailed, pending)
const ReopenedSubmission = lazyPart(
  async () => (await import('./done-step.tsx')).ReopenedSubmission,
  PartFailed,
  pending,
)

type LaterStageProps = {
  wizard: WizardMemory
  stage: Exclude<WizardStage, { step: 'card' }>
  uploads: Uploads
  customer: CustomerProfile | null
  goToStep: GoToStep
  signUp: () => void
}

/** The steps after the first. */
export function LaterStage({ wizard, stage, uploads, customer, goToStep, signUp }: LaterStageProps) {
  const { state, dispatch, requestQuote } = wizard
  const startOver = () => {
    dispatch({ type: 'reset' })
    goToStep('card')
  }
  switch (stage.step) {
    case 'quote':
      return (
        <QuoteStep
          priced={stage.priced}
          payout={state.payout}
          signedIn={customer !== null}
          isRequesting={wizard.isRequesting}
          requestQuote={() => requestQuote(state.card)}
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
          startsAtNumber={state.startsAtNumber === true}
          {...{ customer, uploads, dispatch, goToStep }}
        />
      )
    case 'done':
      return 'submission' in stage ? (
        <DoneStep
          submission={stage.submission}
          email={customer?.email}
          onStartOver={startOver}
          repeat={{ isRequesting: wizard.isRequesting, onPress: () => void wizard.repeatOrder() }}
        />
      ) : (
        <ReopenedSubmission submissionId={stage.submissionId} email={customer?.email} onStartOver={startOver} />
      )
  }
}
