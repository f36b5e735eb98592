import { type ActionDispatch, type FormEvent, type RefObject, useState } from 'react'
import { findBrand } from '#shared/brand.ts'
import { parseDollars } from '#shared/money.ts'
import { quoteProblem } from '#shared/quote.ts'
import { BrandField } from './brand-field.tsx'
import styles from './card-step.module.css'
import { ConditionField } from './condition-field.tsx'
import { LiveReceipt } from './live-receipt.tsx'
import { QuoteBar } from './quote-bar.tsx'
import { StepTitle } from './step-title.tsx'
import { cardInputs } from './typed-card.ts'
import { useErrorTitle } from './use-error-title.ts'
import { ValueField } from './value-field.tsx'
import panes from './wizard.module.css'
import type { CardChoice, WizardAction } from './wizard-state.ts'

type CardStepProps = {
  card: CardChoice
  formRef: RefObject<HTMLFormElement | null>
  dispatch: ActionDispatch<[WizardAction]>
  isAsking: boolean
  /** Asks for the quote; what stands in the way is toasted there and shown at its field here. */
  onGetQuote: () => void
}

/** Step 1: which card, in which condition, worth how much. */
export function CardStep({ card, formRef, dispatch, isAsking, onGetQuote }: CardStepProps) {
  const [tried, setTried] = useState(false)
  const brand = card.brandSlug === undefined ? undefined : findBrand(card.brandSlug)
  const cents = parseDollars(card.valueText)
  const problem = quoteProblem(brand, cents)
  useErrorTitle(tried && problem !== undefined)
  const focusInput = (name: string) => formRef.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isAsking) return
    setTried(true)
    if (problem) focusInput(brand ? cardInputs.value : cardInputs.search)
    onGetQuote()
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit}>
      <StepTitle>Which card are you selling?</StepTitle>
      <div className={`${panes.panes} ${styles.step}`}>
        <BrandField
          selected={brand}
          error={tried && !brand ? problem?.message : undefined}
          onChoose={(brandSlug) => dispatch({ type: 'chooseBrand', brandSlug })}
        />
        <div className={`${panes.side} ${styles.side}`}>
          <ConditionField
            brand={brand}
            condition={card.condition}
            onChoose={(condition) => dispatch({ type: 'chooseCondition', condition })}
          />
          <ValueField
            brand={brand}
            condition={card.condition}
            valueText={card.valueText}
            error={tried && (brand || !cents) ? problem?.message : undefined}
            onType={(valueText) => dispatch({ type: 'typeValue', valueText })}
          />
          <LiveReceipt brand={brand} cents={cents} />
          <QuoteBar brand={brand} cents={cents} isAsking={isAsking} onAskValue={() => focusInput(cardInputs.value)} />
        </div>
      </div>
    </form>
  )
}
