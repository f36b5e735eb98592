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
    const parts = [import('./upload-step.tsx'), import('./leave-guard.tsx'), import('./confirmation.tsx')] as const
    return (await Promise.all(parts))[0]
  },
  'UploadStep',
  PartFailed,
  pending,
)
const Confirmation = lazyPart(() => import('./confirmation.tsx'), 'Confirmation', PartFailed, pending)

export type LaterStageProps = {
  wizard: WizardMemory
  stage: Exclude<WizardStage, { step: 'card' }>
  uploads: Uploads
  customer: CustomerProfile | null
  goToStep: GoToStep
  signUp: () => void
  sellsLike: boolean
}

export function LaterStage({ wizard, stage, uploads, customer, goToStep, signUp, sellsLike }: LaterStageProps) {
  const { state, dispatch, requestQuote } = wizard
  const startOver = () => {
    dispatch({ type: 'reset' })
    void goToStep('card')
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
          isRepeat={state.isRepeat === true}
          card={state.card}
          isRequesting={wizard.isRequesting}
          {...{ customer, uploads, dispatch, goToStep, requestQuote }}
        />
      )
    case 'done':
      return (
        <Confirmation {...{ wizard, stage, goToStep, sellsLike }} email={customer?.email} onStartOver={startOver} />
      )
  }
}
