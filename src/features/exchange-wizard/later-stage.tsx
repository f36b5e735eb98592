import { lazyPart } from '#client/lib/lazy-part.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { QuoteStep } from './quote-step.tsx'
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

type LaterStageProps = {
  wizard: WizardMemory
  stage: Exclude<WizardStage, { step: 'card' }>
  customer: CustomerProfile | null
  sellsLike: boolean
}

export function LaterStage({ wizard, stage, customer, sellsLike }: LaterStageProps) {
  switch (stage.step) {
    case 'quote':
      return <QuoteStep wizard={wizard} priced={stage.priced} signedIn={customer !== null} />
    case 'upload':
      return customer && <UploadStep {...{ wizard, stage, customer }} />
    case 'done':
      return <Confirmation {...{ wizard, stage, sellsLike }} email={customer?.email} />
  }
}
