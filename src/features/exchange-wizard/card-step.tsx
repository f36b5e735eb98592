import { type ActionDispatch, type FormEvent, type RefObject, useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { findBrand } from '#shared/brand.ts'
import type { Brand } from '#shared/brands.ts'
import { formatCents, formatRate, formatWholeDollars, fractionFromBps, parseDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { livePayoutCents, quoteProblem, valueHint } from '#shared/quote.ts'
import { BrandField } from './brand-field.tsx'
import styles from './card-step.module.css'
import { StepTitle, useErrorTitle } from './step-title.tsx'
import { cardInputs } from './typed-card.ts'
import { ConditionField, ValueField } from './value-field.tsx'
import panes from './wizard.module.css'
import type { CardChoice, WizardAction } from './wizard-state.ts'

/** Debounces the announcement, so that a screen reader does not read every keystroke. */
const ANNOUNCE_DELAY_MS = 500

type CardStepProps = {
  card: CardChoice
  formRef: RefObject<HTMLFormElement | null>
  dispatch: ActionDispatch<[WizardAction]>
  isRequesting: boolean
  /** Requests the quote. The caller shows problems as toasts; this step shows them at their fields. */
  onGetQuote: () => void
}

/** Step 1: brand, condition and value of the card. */
export function CardStep({ card, formRef, dispatch, isRequesting, onGetQuote }: CardStepProps) {
  const [tried, setTried] = useState(false)
  const brand = card.brandSlug === undefined ? undefined : findBrand(card.brandSlug)
  const cents = parseDollars(card.valueText)
  const problem = quoteProblem(brand, cents)
  useErrorTitle(tried && problem !== undefined)
  const focusInput = (name: string) => formRef.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isRequesting) return
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
          <QuoteBar
            brand={brand}
            cents={cents}
            isRequesting={isRequesting}
            onAskValue={() => focusInput(cardInputs.value)}
          />
        </div>
      </div>
    </form>
  )
}

type QuoteBarProps = {
  brand: Brand | undefined
  cents: number | null
  isRequesting: boolean
  /** Focuses the value field, which on a phone is far below the tiles. */
  onAskValue: () => void
}

/** The submit button of step 1. On phones it is sticky and summarizes the deal once a brand is selected. */
function QuoteBar({ brand, cents, isRequesting, onAskValue }: QuoteBarProps) {
  const payout = livePayoutCents(brand?.slug, cents)
  return (
    <div className={styles.bar} data-sticks={brand ? '' : undefined}>
      {brand && (
        <div className={styles.deal}>
          <strong>{brand.name}</strong>
          {cents !== null && payout !== undefined ? (
            <p>
              {formatWholeDollars(cents)} <span aria-hidden="true">→</span>
              <span className="visually-hidden">pays</span>{' '}
              <strong className={styles.dealPayout}>{formatCents(payout)}</strong>
            </p>
          ) : (
            <button type="button" className={styles.askValue} onClick={onAskValue}>
              Enter the value
            </button>
          )}
        </div>
      )}
      <Button type="submit" busy={isRequesting} className={styles.getQuote}>
        {isRequesting ? 'Calculating...' : 'Get My Quote'}
      </Button>
    </div>
  )
}

/** Estimates the payout while the value is typed. The server calculates the binding quote. */
function LiveReceipt({ brand, cents }: { brand: Brand | undefined; cents: number | null }) {
  const payout = livePayoutCents(brand?.slug, cents)
  const rate = brand ? fractionFromBps(brand.rateBps) : 0
  const announced = useDebounced(payout === undefined ? '' : `You get ${formatCents(payout)}`)
  return (
    <Receipt label="QUOTE" aside={brand?.name ?? 'No card yet'}>
      <PayoutFigure muted={payout === undefined} caption={payout === undefined ? missing(brand, cents) : 'cash to you'}>
        {formatCents(payout ?? 0)}
      </PayoutFigure>
      {/* Always rendered: a receipt that grows would move the button under a finger. */}
      <PayoutBar fraction={rate} />
      <ReceiptRows>
        <ReceiptRow label="Card value">{formatCents(cents ?? 0)}</ReceiptRow>
        <ReceiptRow label="Exchange rate">{brand ? formatRate(rate) : '-'}</ReceiptRow>
        <ReceiptRow label="Paid in">{paymentTypeInfo.paypal.timing}</ReceiptRow>
      </ReceiptRows>
      <output className="visually-hidden">{announced}</output>
    </Receipt>
  )
}

function missing(brand: Brand | undefined, cents: number | null): string {
  if (!brand) return 'Choose a card to see its payout'
  return cents ? valueHint(brand) : 'Type the value to see your payout'
}

/** Returns the text after `ANNOUNCE_DELAY_MS` without changes. */
function useDebounced(text: string): string {
  const [rested, setRested] = useState('')
  // Restarts the timer on every change.
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
