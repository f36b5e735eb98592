import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { holdQuote } from '#client/lib/held-quote.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, SecondaryButton, SmallButton } from '#client/ui/button.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { type CardCondition, cardConditions, conditionNames } from '#shared/card-condition.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { submissionMessages } from '#shared/submission.ts'
import { CardWarning } from './card-warning.tsx'
import { payoutName, payoutType } from './payout-choice.ts'
import { PayoutMethods } from './payout-methods.tsx'
import { PriceTerm, priceEnded, QuotePayout } from './price-term.tsx'
import own from './quote-step.module.css'
import { payoutOf } from './repeatable-order.ts'
import { BarLink, BarPayout, StepBar } from './step-bar.tsx'
import { StepTitle } from './step-title.tsx'
import type { WizardMemory } from './use-wizard.ts'
import styles from './wizard.module.css'
import type { PayoutChoice, PricedCard } from './wizard-state.ts'

type QuoteStepProps = { wizard: WizardMemory; priced: PricedCard; signedIn: boolean }

export function QuoteStep({ wizard, priced, signedIn }: QuoteStepProps) {
  const { isRequesting, dispatch, goToStep, signUp } = wizard
  const { payout } = wizard.state
  const { proceed, renew, isExpired, formerPayout } = useQuoteRenewal(wizard, priced)
  const choose = (chosen: PayoutChoice) => dispatch({ type: 'choosePayout', payout: chosen })
  useLastMethod(signedIn, payout, choose)
  const methods = useRef<HTMLFieldSetElement>(null)
  const focusMethods = () => methods.current?.querySelector('input')?.focus()
  const leaveToSignUp = () => {
    holdQuote(priced)
    signUp()
  }
  return (
    <>
      <StepTitle>Your quote</StepTitle>
      <div className={`stack top gap-7 ${styles.panes}`} data-side-first="">
        <div className={`stack gap-5 ${styles.side}`}>
          {isExpired ? (
            <Notice tone="warn" role="status" title={priceEnded}>
              <SmallButton className="margin-top-2" busy={isRequesting} onClick={() => void renew()}>
                Get a New Quote
              </SmallButton>
            </Notice>
          ) : (
            formerPayout !== undefined && <RenewalNotice before={formerPayout} now={priced.quote.payoutAmount} />
          )}
          <CardWarning brandSlug={priced.brand.slug} condition={priced.condition} />
          <QuoteReceipt
            {...{ priced, payout, isExpired }}
            onCondition={(condition) => dispatch({ type: 'chooseCondition', condition })}
          />
        </div>
        <div className={`stack gap-4 ${own.main}`}>
          <PayoutMethods ref={methods} signedIn={signedIn} payout={payout} onChoose={choose} />
          {!signedIn && (
            <Notice tone="info" title="Sign In Required">
              Sign in or create an account to continue. We'll keep your card, value and payout method.
            </Notice>
          )}
          <div className={`cluster stretch spread ${styles.actions}`}>
            <SecondaryButton onClick={() => goToStep('card')}>Back</SecondaryButton>
            <StepBar
              summary={
                <>
                  <BarPayout>{formatDollars(priced.quote.payoutAmount)}</BarPayout>
                  {payout ? (
                    <span>{payoutName(payout)}</span>
                  ) : (
                    <BarLink onPress={focusMethods}>Choose a method</BarLink>
                  )}
                </>
              }
            >
              {signedIn ? (
                <Button
                  busy={isRequesting}
                  disabledReason={payout ? undefined : 'Choose a payment method to continue'}
                  onDisabledPress={focusMethods}
                  onClick={() => void proceed()}
                >
                  Continue
                </Button>
              ) : (
                <Button onClick={leaveToSignUp}>Sign In to Continue</Button>
              )}
            </StepBar>
          </div>
        </div>
      </div>
    </>
  )
}

/** With a fast client clock every quote looks expired; this prevents a request loop. */
const RENEW_AT_MOST_EVERY_MS = 5 * 60 * 1000

/** Renews an expired quote as soon as the page is visible. `formerPayout` in dollars. */
function useQuoteRenewal(wizard: WizardMemory, { brand, quote }: PricedCard) {
  const [formerPayout, setFormerPayout] = useState<number>()
  const [expiredId, setExpiredId] = useState<string>()
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)

  async function renew() {
    const fresh = await wizard.requestQuote(wizard.state.card)
    if (!fresh) return undefined
    renewedAt.current = Date.now()
    wizard.dispatch({ type: 'quoted', brandSlug: brand.slug, quote: fresh })
    setFormerPayout(quote.payoutAmount)
    setExpiredId(undefined)
    return fresh
  }

  /** Continues with a valid quote. A renewed quote with another price is shown first. */
  async function proceed() {
    if (Date.parse(quote.expiresAt) <= Date.now()) {
      const fresh = await renew()
      if (fresh?.payoutAmount !== quote.payoutAmount) return
    }
    wizard.goToStep('upload')
  }

  const expire = useEffectEvent(() => {
    if (Date.now() - renewedAt.current < RENEW_AT_MOST_EVERY_MS) return
    setExpiredId(quote.quoteId)
    if (document.visibilityState === 'visible') void renew()
  })

  // Timers pause in suspended tabs, so a tab that becomes visible checks as well.
  useEffect(() => {
    const check = () => {
      if (Date.parse(quote.expiresAt) <= Date.now()) expire()
    }
    const timer = setTimeout(check, Math.max(0, Date.parse(quote.expiresAt) - Date.now()))
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [quote.expiresAt])

  return { proceed, renew, isExpired: expiredId === quote.quoteId, formerPayout }
}

/** Chooses how the last order was paid, for a customer who has sold a card and has not chosen yet. */
function useLastMethod(signedIn: boolean, payout: PayoutChoice | undefined, choose: (payout: PayoutChoice) => void) {
  const isWanted = signedIn && payout === undefined
  const orders = trpc.transactions.list.useQuery(undefined, { enabled: isWanted })
  const saved = trpc.account.paymentMethods.useQuery(undefined, { enabled: isWanted })
  // The last order may have saved a method that the former list lacks.
  const isNewest = isWanted && !orders.isFetching && !saved.isFetching
  const last = orders.data?.[0]
  const found = isNewest && saved.data && last ? payoutOf(last, saved.data) : undefined
  // What is known only later must not replace a choice that was made before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last method is known
  useEffect(() => {
    if (found) choose(found)
  }, [found === undefined])
}

function RenewalNotice({ before, now }: { before: number; now: number }) {
  const isSame = before === now
  return (
    <Notice tone={isSame ? 'info' : 'warn'} role={isSame ? 'status' : 'alert'}>
      {isSame
        ? 'Your quote had expired. This is a new one at the same price.'
        : `${submissionMessages.priceChanged} It was ${formatDollars(before)}.`}
    </Notice>
  )
}

type QuoteReceiptProps = {
  priced: PricedCard
  payout: PayoutChoice | undefined
  isExpired: boolean
  onCondition: (condition: CardCondition) => void
}

function QuoteReceipt({ priced, payout, isExpired, onCondition }: QuoteReceiptProps) {
  const { brand, condition, quote } = priced
  return (
    <Receipt label="QUOTE" aside={brand.name}>
      <QuotePayout quote={quote} />
      <div className={`margin-top-3 ${own.condition}`}>
        <ChoiceButtons
          label="Condition"
          choices={cardConditions.map((value) => ({ value, name: conditionNames[value] }))}
          chosen={condition}
          onChoose={onCondition}
        />
      </div>
      <ReceiptRows>
        <ReceiptRow label={condition === 'partially-used' ? 'Remaining Balance' : 'Card value'}>
          {formatDollars(quote.cardValue)}
        </ReceiptRow>
        <ReceiptRow label="Exchange rate">{formatRate(quote.exchangeRate)}</ReceiptRow>
        {quote.resubmitOf !== undefined && (
          <ReceiptRow label={quote.isAtOldRate ? 'Rate of order' : 'Sent again after'}>{quote.resubmitOf}</ReceiptRow>
        )}
        {payout && <ReceiptRow label="Paid in">{paymentTypeInfo[payoutType(payout)].timing}</ReceiptRow>}
      </ReceiptRows>
      {!isExpired && (
        <p className="text-sm">
          <PriceTerm quote={quote} />
        </p>
      )}
    </Receipt>
  )
}
