import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSignOut } from '#client/features/account/use-sign-out.ts'
import { Wizard } from '#client/features/exchange-wizard/wizard.tsx'
import { type WizardStep, wizardSteps } from '#client/features/exchange-wizard/wizard-state.ts'
import { useSession } from '#client/lib/session.ts'
import { site } from '#shared/site.ts'

/** `brand` is a slug, `value` dollars: both are chosen on arrival. No `step` is the first. */
type ExchangeSearch = { step?: WizardStep; brand?: string; value?: number }

const stepTitles: Readonly<Record<WizardStep, string>> = {
  card: 'Select Card',
  quote: 'Get Quote',
  upload: 'Upload & Submit',
  done: 'Order Submitted',
}

export const Route = createFileRoute('/exchange')({
  validateSearch: ({ step, brand, value }: Record<string, unknown>): ExchangeSearch => {
    const dollars = Number(value)
    return {
      step: wizardSteps.find((known) => known === step),
      brand: typeof brand === 'string' ? brand : undefined,
      value: value !== undefined && Number.isFinite(dollars) && dollars > 0 ? dollars : undefined,
    }
  },
  head: ({ match }) => ({ meta: [{ title: `${stepTitles[match.search.step ?? 'card']} | ${site.brandName}` }] }),
  component: ExchangePage,
})

function ExchangePage() {
  const { step = 'card', brand, value } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { customer } = useSession()
  const signOut = useSignOut()
  const goToStep = useCallback(
    (next: WizardStep, options?: { replace?: boolean }) =>
      void navigate({ search: next === 'card' ? {} : { step: next }, replace: options?.replace ?? false }),
    [navigate],
  )
  return (
    <Wizard
      step={step}
      prefill={{ brand, value }}
      customer={customer}
      goToStep={goToStep}
      goToSignUp={() => void navigate({ to: '/signup' })}
      signOut={signOut}
    />
  )
}
