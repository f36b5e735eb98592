import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useForgetCustomer, useSignOut } from '#client/features/account/end-session.ts'
import { stepMove } from '#client/features/exchange-wizard/step-move.ts'
import type { GoToStep } from '#client/features/exchange-wizard/use-restore.ts'
import { Wizard } from '#client/features/exchange-wizard/wizard.tsx'
import type { WizardStep } from '#client/features/exchange-wizard/wizard-steps.ts'
import { useSession } from '#client/lib/session.ts'

export function ExchangePage() {
  const { step = 'card', brand, value, order, again } = useSearch({ from: '/exchange' })
  const navigate = useNavigate({ from: '/exchange' })
  const { customer, isLoading } = useSession()
  const signOut = useSignOut()
  const router = useRouter()
  const goToStep = useCallback(
    (next: WizardStep, { replace = false, submissionId }: Parameters<GoToStep>[1] = {}) => {
      const { state, search } = router.state.location
      const trail = state.wizardTrail ?? []
      const shown = (search as { step?: WizardStep }).step ?? 'card'
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
