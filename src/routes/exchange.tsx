import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { StepTrail } from '#client/features/exchange-wizard/step-move.ts'
import { type WizardStep, wizardSteps } from '#client/features/exchange-wizard/wizard-steps.ts'
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
  component: lazyRouteComponent(() => import('./-pages/exchange.tsx'), 'ExchangePage'),
})
