import { type FormEvent, useEffect, useLayoutEffect, useState } from 'react'
import { type CardOffer, cardOffer } from '#client/lib/card-offer.ts'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { Button } from '#client/ui/button.tsx'
import { EstimateReceipt } from '#client/ui/estimate-receipt.tsx'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import type { Brand } from '#shared/brand.ts'
import { formatCents, formatWholeDollars, parseDollars } from '#shared/money.ts'
import { quoteProblem } from '#shared/quote.ts'
import { BrandField } from './brand-field.tsx'
import styles from './card-step.module.css'
import { BarLink, BarPayout, StepBar } from './step-bar.tsx'
import { StepTitle, useErrorTitle } from './step-title.tsx'
import { cardInputs } from './typed-card.ts'
import type { WizardMemory } from './use-wizard.ts'
import { ConditionField, ValueField, valueMistake } from './value-field.tsx'
import panes from './wizard.module.css'

const RateNews = lazyPart(() => import('#client/lib/rate-news.tsx'), 'RateNews')

/** Debounces the announcement, so that a screen reader does not read every keystroke. */
const ANNOUNCE_DELAY_MS = 500

/** Requests the quote. The wizard shows problems as toasts; this step shows them at their fields. */
export function CardStep({ wizard }: { wizard: WizardMemory }) {
  const { dispatch, cardForm, isRequesting } = wizard
  const { card } = wizard.state
  const [tried, setTried] = useState(false)
  const chosen = useCatalogue().find(card.brandSlug ?? '')
  const brand = chosen?.state === 'hidden' ? undefined : chosen
  const cents = parseDollars(card.valueText)
  const offer = cardOffer(brand, cents)
  const announced = useDebounced(offer.payout === undefined ? '' : `You get ${formatCents(offer.payout)}`)
  const toast = useToast()
  const problem = quoteProblem(brand, cents)
  useErrorTitle(tried && (offer.refusal ?? problem) !== undefined)
  useDropOutdatedToast(problem?.message)
  const focusInput = (name: string) => cardForm.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isRequesting) return
    setTried(true)
    if (!brand || offer.refusal) focusInput(cardInputs.search)
    else if (problem) focusInput(cardInputs.value)
    void wizard.getQuote()
  }

  return (
    <form ref={cardForm} noValidate onSubmit={submit}>
      <StepTitle>Which card are you selling?</StepTitle>
      <div className={`stack top gap-7 ${panes.panes} ${styles.step}`}>
        <BrandField
          selected={brand}
          error={tried ? (brand ? offer.refusal : 'Choose a card') : undefined}
          onChoose={(brandSlug) => dispatch({ type: 'chooseBrand', brandSlug })}
        />
        <div className={`stack gap-4 ${panes.side} ${styles.side}`}>
          <ConditionField
            brand={brand}
            condition={card.condition}
            onChoose={(condition) => dispatch({ type: 'chooseCondition', condition })}
          />
          <ValueField
            brand={brand}
            condition={card.condition}
            valueText={card.valueText}
            error={tried ? (valueMistake(card.valueText) ?? (brand && problem?.message)) : undefined}
            onType={(valueText) => dispatch({ type: 'typeValue', valueText })}
          />
          <div className={`stack gap-4 ${styles.outcome}`}>
            <EstimateReceipt brandName={brand?.name ?? 'No card yet'} valueCents={cents} offer={offer}>
              <output className="visually-hidden">{announced}</output>
            </EstimateReceipt>
            {brand && <RateNews slug={brand.slug} valueCents={cents} onNews={(title) => toast({ title })} />}
            <StepBar
              summary={
                brand ? (
                  <Deal brand={brand} cents={cents} offer={offer} onAskValue={() => focusInput(cardInputs.value)} />
                ) : (
                  <>
                    <strong>No card yet</strong>
                    <BarLink onPress={() => focusInput(cardInputs.search)}>Choose a card</BarLink>
                  </>
                )
              }
            >
              <Button type="submit" busy={isRequesting}>
                {isRequesting ? 'Calculating...' : 'Get My Quote'}
              </Button>
            </StepBar>
          </div>
        </div>
      </div>
    </form>
  )
}

function useDropOutdatedToast(problem: string | undefined) {
  const dropErrorToast = useDropErrorToast()
  // In the commit: a later cleanup could remove the toast of a press that came first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast is about this problem
  useLayoutEffect(() => dropErrorToast, [problem, dropErrorToast])
}

type DealProps = { brand: Brand; cents: number | null; offer: CardOffer; onAskValue: () => void }

function Deal({ brand, cents, offer: { payout, caption }, onAskValue }: DealProps) {
  return (
    <>
      <strong>{brand.name}</strong>
      {cents && payout !== undefined ? (
        <p>
          {formatWholeDollars(cents)} <span aria-hidden="true">→</span>
          <span className="visually-hidden">pays</span> <BarPayout>{formatCents(payout)}</BarPayout>
        </p>
      ) : (
        <BarLink onPress={onAskValue}>{cents ? caption : 'Enter the value'}</BarLink>
      )}
    </>
  )
}

function useDebounced(text: string) {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
