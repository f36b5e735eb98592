import { useEffect, useState } from 'react'
import { useLostSession } from '#client/lib/expired-session.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { QuietButton } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Stepper } from '#client/ui/stepper.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { CardStep } from './card-step.tsx'
import { StepFocusContext } from './step-title.tsx'
import { useWizard, type WizardInput } from './use-wizard.ts'
import styles from './wizard.module.css'
import { initialWizard } from './wizard-state.ts'
import { type WizardStep, wizardSteps } from './wizard-steps.ts'

// Most visits see only the first step, so the others load lazily.
const LaterStage = lazyPart(
  () => import('./later-stage.tsx'),
  'LaterStage',
  PartFailed,
  <Skeleton lines={4} height="4rem" />,
)
const SellAgain = lazyPart(
  // With its quote, which the wizard requests as soon as the order is loaded.
  async () => (await Promise.all([import('./sell-again.tsx'), import('./quote-again.ts')]))[0],
  'SellAgain',
  PartFailed,
)
const LeaveGuard = lazyPart(() => import('./leave-guard.tsx'), 'LeaveGuard')

type WizardProps = WizardInput & {
  customer: CustomerProfile | null | undefined
  signOut: () => Promise<void>
  forget: () => void
}

/** Signing out clears all input. After a lost session the same customer finds the input again. */
export function Wizard(props: WizardProps) {
  const lost = useLostSession()?.customer
  const customerId = props.customer?.id
  const [person, setPerson] = useState({ id: customerId, generation: 0 })
  const isLost = customerId === undefined && lost !== undefined && lost.id === person.id
  const id = isLost ? lost.id : customerId
  if (person.id !== id) setPerson({ id, generation: person.generation + (person.id === undefined ? 0 : 1) })
  return (
    <CustomerWizard
      key={person.generation}
      {...props}
      lost={isLost ? lost : undefined}
      startAgain={() => setPerson({ id: undefined, generation: person.generation + 1 })}
    />
  )
}

function CustomerWizard(props: WizardProps & { lost: CustomerProfile | undefined; startAgain: () => void }) {
  const { place, customer, lost, signOut, forget, startAgain } = props
  const seller = lost ?? customer
  const wizard = useWizard(props, {
    signedIn: seller === undefined ? undefined : seller !== null,
    isSignedOut: lost !== undefined,
  })
  const { stage, state, uploads } = wizard
  const hasSecrets = uploads.items.length > 0 || state.details.cardNumber !== '' || state.details.securityCode !== ''
  const hasTyped = hasSecrets || state.details !== initialWizard.details
  const isCovered = lost !== undefined && (hasTyped || stage.step === 'upload' || stage.step === 'done')
  // A visitor must not see the customer's data; the draft has the card.
  const startsAgain = lost !== undefined && !isCovered
  useEffect(() => {
    if (startsAgain) startAgain()
  })
  // The first step after page load must not take the focus.
  const [firstStep, setFirstStep] = useState<WizardStep | undefined>(stage.step)
  if (firstStep !== undefined && firstStep !== stage.step) setFirstStep(undefined)
  return (
    <div className={`page ${styles.wizard}`} data-step={stage.step}>
      <h1 className="visually-hidden">Exchange a gift card</h1>
      <SignedInBanner name={customer?.name} signOut={signOut} />
      <Stepper
        steps={['Select Card', 'Get Quote', 'Upload & Submit', 'Done']}
        current={wizardSteps.indexOf(stage.step) + 1}
      />
      {typeof place.again === 'string' && stage.step === 'card' ? (
        <SellAgain orderId={place.again} wizard={wizard} />
      ) : wizard.isResuming && stage.step === 'card' ? (
        <Skeleton lines={4} height="4rem" label="Loading..." />
      ) : (
        <StepFocusContext value={firstStep === undefined}>
          {/* No view transition: it blocks clicks while it runs. */}
          <div key={stage.step} hidden={isCovered} className={firstStep === undefined ? styles.entering : undefined}>
            {stage.step === 'card' ? (
              <CardStep wizard={wizard} />
            ) : (
              <LaterStage
                {...{ wizard, stage }}
                sellsLike={place.again === true}
                customer={(isCovered ? lost : customer) ?? null}
              />
            )}
          </div>
        </StepFocusContext>
      )}
      {/* Rendered early: the lazy guard must be active before there is much to lose. */}
      {(hasSecrets || isCovered || stage.step === 'upload') && (
        <LeaveGuard hasSecrets={hasSecrets} signedOutOf={isCovered ? stage.step : undefined} forget={forget} />
      )}
    </div>
  )
}

type SignedInBannerProps = {
  /** Undefined for visitors and until the session is loaded; the layout below must not shift. */
  name: string | undefined
  signOut: () => Promise<void>
}

/** Shows the signed-in customer with a sign-out button; on phones the menu of the header has both. */
function SignedInBanner({ name, signOut }: SignedInBannerProps) {
  const [busy, setBusy] = useState(false)
  const press = () => {
    setBusy(true)
    void signOut().finally(() => setBusy(false))
  }
  return (
    <div className={`row gap-2 margin-bottom-4 pad-bottom-2 text-sm not-printed line-bottom ${styles.banner}`}>
      {name === undefined ? (
        <p className="muted">Free quote, no account needed.</p>
      ) : (
        <>
          <Icon name="user" />
          <p className="shrinks nowrap ellipsis">
            Signed in as <strong>{name}</strong>
          </p>
          <QuietButton busy={busy} onClick={press}>
            Sign Out
          </QuietButton>
        </>
      )}
    </div>
  )
}
