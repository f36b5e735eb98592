import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { cardOffer } from '#client/lib/card-offer.ts'
import { shownBrands, useCatalogue } from '#client/lib/catalogue.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { Button } from '#client/ui/button.tsx'
import { EstimateReceipt } from '#client/ui/estimate-receipt.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { dollarsFromCents, parseDollars } from '#shared/money.ts'
import { valueHint } from '#shared/quote.ts'
import styles from './quote-calculator.module.css'

const RateNews = lazyPart(() => import('#client/lib/rate-news.tsx'), 'RateNews')

/** Shows the payout for a brand and a value. Both lead to their quote; without a payout, to the first step. */
export function QuoteCalculator() {
  const navigate = useNavigate()
  const [slug, setSlug] = useState('amazon')
  const [value, setValue] = useState('100')
  const catalogue = useCatalogue()
  const brand = catalogue.find(slug)
  const cents = parseDollars(value)
  const offer = cardOffer(brand, cents)
  const toast = useToast()

  const byName = shownBrands(catalogue).toSorted((one, other) => one.name.localeCompare(other.name))

  function start(event: FormEvent) {
    event.preventDefault()
    void navigate({
      to: '/exchange',
      search: {
        step: offer.payout === undefined ? undefined : 'quote',
        brand: slug,
        value: cents ? dollarsFromCents(cents) : undefined,
      },
    })
  }

  return (
    <form
      className={`stack gap-4 shrinks ${styles.counter}`}
      noValidate
      // Target of the native submit before hydration.
      action={withBase('/exchange')}
      onSubmit={start}
      aria-label="Quote"
    >
      <div className={`stack gap-4 ${styles.fields}`}>
        <SelectField
          label="Gift Card"
          name="brand"
          value={slug}
          onValueChange={setSlug}
          options={byName.map(({ slug, name }) => ({ value: slug, name }))}
        />
        <TextField
          clean={withoutInvisible}
          label="Gift Card Value"
          name="value"
          value={value}
          onValueChange={setValue}
          inputMode="decimal"
          isMoney
        />
      </div>
      <p className={`muted ${styles.hint}`}>{offer.refusal ?? valueHint(brand)}</p>
      {brand && <EstimateReceipt isLive brandName={brand.name} valueCents={cents} offer={offer} />}
      <RateNews slug={slug} valueCents={cents} onNews={(title) => toast({ title })} />
      {/* Above the shadow of the receipt. */}
      <Button type="submit" full className="positioned">
        Sell This Card
      </Button>
    </form>
  )
}
