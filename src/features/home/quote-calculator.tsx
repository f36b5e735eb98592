import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { findBrand } from '#shared/brand.ts'
import { brands } from '#shared/brands.ts'
import { dollarsFromCents, parseDollars } from '#shared/money.ts'
import { quoteProblem, valueHint } from '#shared/quote.ts'
import styles from './quote-calculator.module.css'
import { QuoteCalculatorReceipt } from './quote-calculator-receipt.tsx'

const byName = brands.toSorted((one, other) => one.name.localeCompare(other.name))

/** The first step of a sale on the front page: brand and value give the payout, and both go along to /exchange. */
export function QuoteCalculator() {
  const navigate = useNavigate()
  const [slug, setSlug] = useState('amazon')
  const [value, setValue] = useState('100')
  const brand = findBrand(slug)
  const cents = parseDollars(value)
  const problem = quoteProblem(brand, cents)

  function start(event: FormEvent) {
    event.preventDefault()
    void navigate({ to: '/exchange', search: { brand: slug, value: cents ? dollarsFromCents(cents) : undefined } })
  }

  return (
    <form
      className={styles.counter}
      noValidate
      // Where the browser itself takes brand and value when no script runs.
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
          large
        />
      </div>
      <p className={styles.hint}>{valueHint(brand)}</p>
      {brand && <QuoteCalculatorReceipt brand={brand} valueCents={cents} problem={problem?.message} />}
      <Button type="submit" full>
        Sell This Card
      </Button>
    </form>
  )
}
