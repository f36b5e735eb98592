import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useForgetCustomer, useSignOut } from '#client/features/account/end-session.ts'
import { type StepTrail, stepMove } from '#client/features/exchange-wizard/step-move.ts'
import type { GoToStep } from '#client/features/exchange-wizard/use-restore.ts'
import { Wizard } from '#client/features/exchange-wizard/wizard.tsx'
import { type WizardStep, wizardSteps } from '#client/features/exchange-wizard/wizard-steps.ts'
import { useSession } from '#client/lib/session.ts'
import { site } from '#shared/site.ts'

/**
 * `brand` is a slug, `value` dollars: both prefill the first step, the default. `order` is for the last step; with
 * `again` another one like it begins. Without a step, `again` is the order whose card is sold again.
 */
type ExchangeSearch = { step?: WizardStep; brand?: string; value?: number; order?: string; again?: true | string }

declare module '@tanstack/react-router' {
  interface HistoryState {
    wizardTrail?: StepTrail
  }
}

const stepTitles: Readonly<Record<WizardStep, string>> = {
  card: 'Select Card',
  quote: 'Get Quote',
  upload: 'Upload & Submit',
  done: 'Order Submitted',
}

export const Route = createFileRoute('/exchange')({
  // Brand and value are filled in after hydration.
  staticData: { prerender: { unless: ['step', 'order', 'again'] } },
  validateSearch: ({ step, brand, value, order, again }: Record<string, unknown>): ExchangeSearch => {
    const dollars = Number(value)
    return {
      step: wizardSteps.find((known) => known === step),
      brand: typeof brand === 'string' ? brand : undefined,
      value: value !== undefined && Number.isFinite(dollars) && dollars > 0 ? dollars : undefined,
      order: typeof order === 'string' && order.startsWith(site.orderPrefix) ? order : undefined,
      again: (again as ExchangeSearch['again']) || undefined,
    }
  },
  head: ({ match }) => ({ meta: [{ title: stepTitles[match.search.step ?? 'card'] }] }),
  component: ExchangePage,
})

function ExchangePage() {
  const { step = 'card', brand, value, order, again } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { customer, isLoading } = useSession()
  const signOut = useSignOut()
  const router = useRouter()
  const goToStep = useCallback(
    (next: WizardStep, { replace = false, submissionId }: Parameters<GoToStep>[1] = {}) => {
      const { state, search } = router.state.location
      const trail = state.wizardTrail ?? []
      const shown = (search as ExchangeSearch).step ?? 'card'
      const move = replace ? { trail, replace } : stepMove(trail, shown, next)
      if ('back' in move) return router.history.go(-move.back)
      return navigate({
        search: next === 'card' ? {} : { step: next, order: submissionId },
        replace: move.replace,
        state: { wizardTrail: move.trail },
        // Every step scrolls to its own top, except the first, which is open already.
        resetScroll: false,
      })
    },
    [navigate, router],
  )
  return (
    <Wizard
      place={{ step, submissionId: order, again }}
      prefill={{ brand, value }}
      customer={isLoading ? undefined : customer}
      goToStep={goToStep}
      goToSignUp={() => void navigate({ to: '/signup' })}
      signOut={signOut}
      forget={useForgetCustomer()}
    />
  )
}
