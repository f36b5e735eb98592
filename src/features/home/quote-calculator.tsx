import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { shownBrands, useCatalogue } from '#client/lib/catalogue.ts'
import { Button } from '#client/ui/button.tsx'
import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { Brand } from '#shared/brand.ts'
import { dollarsFromCents, formatCents, formatRate, fractionFromBps, parseDollars } from '#shared/money.ts'
import { payoutTiming } from '#shared/payment-type.ts'
import { livePayoutCents, payoutCaption, valueHint } from '#shared/quote.ts'
import styles from './quote-calculator.module.css'

/** Shows the payout for a brand and a value. Both lead to their quote; without a payout, to the first step. */
export function QuoteCalculator() {
  const navigate = useNavigate()
  const [slug, setSlug] = useState('amazon')
  const [value, setValue] = useState('100')
  const catalogue = useCatalogue()
  const brand = catalogue.find(slug)
  const cents = parseDollars(value)
  const payout = livePayoutCents(brand, cents)

  const byName = shownBrands(catalogue).toSorted((one, other) => one.name.localeCompare(other.name))

  function start(event: FormEvent) {
    event.preventDefault()
    void navigate({
      to: '/exchange',
      search: {
        step: payout === undefined ? undefined : 'quote',
        brand: slug,
        value: cents ? dollarsFromCents(cents) : undefined,
      },
    })
  }

  return (
    <form
      className={styles.counter}
      noValidate
      // Target of the native submit before hydration.
      action={withBase('/exchange')}
      onSubmit={start}
      aria-label="Quote"
    >
      <div className={styles.fields}>
        <SelectField label="Gift Card" name="brand" value={slug} onValueChange={setSlug}>
          {byName.map((option) => (
            <option key={option.slug} value={option.slug}>
              {option.name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Gift Card Value"
          name="value"
          value={value}
          onValueChange={setValue}
          inputMode="decimal"
          autoComplete="off"
          isMoney
        />
      </div>
      <p className={styles.hint}>{valueHint(brand)}</p>
      {brand && <QuoteCalculatorReceipt brand={brand} valueCents={cents} payoutCents={payout} />}
      <Button type="submit" full>
        Sell This Card
      </Button>
    </form>
  )
}

type QuoteCalculatorReceiptProps = {
  brand: Brand
  valueCents: number | null
  /** Undefined for a value that cannot be priced. */
  payoutCents: number | undefined
}

/** The payout, updated while the value is typed. */
function QuoteCalculatorReceipt({ brand, valueCents, payoutCents }: QuoteCalculatorReceiptProps) {
  const fraction = fractionFromBps(brand.rateBps)
  return (
    <Receipt label="QUOTE" aside={brand.name}>
      <output className={styles.output}>
        <PayoutFigure muted={payoutCents === undefined} caption={payoutCaption(brand, valueCents)}>
          {payoutCents === undefined ? '—' : formatCents(payoutCents)}
        </PayoutFigure>
      </output>
      <PayoutBar fraction={payoutCents === undefined ? 0 : fraction} />
      <ReceiptRows>
        <ReceiptRow label="Card value">{valueCents ? formatCents(valueCents) : '—'}</ReceiptRow>
        <ReceiptRow label="Exchange rate">{formatRate(fraction)}</ReceiptRow>
        <ReceiptRow label="Paid in">{payoutTiming.digital}</ReceiptRow>
      </ReceiptRows>
    </Receipt>
  )
}
