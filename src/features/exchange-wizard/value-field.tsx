import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { Brand } from '#shared/brands.ts'
import type { CardCondition } from '#shared/card-condition.ts'
import { formatWholeDollars } from '#shared/money.ts'
import { MIN_CARD_VALUE_CENTS, valueHint } from '#shared/quote.ts'
import styles from './card-step.module.css'
import { cardInputs } from './typed-card.ts'

const usualCents = [2_500, 5_000, 10_000, 20_000]

type ValueFieldProps = {
  brand: Brand | undefined
  condition: CardCondition
  valueText: string
  error?: string
  onType: (valueText: string) => void
}

/** How much is on the card, typed or picked from the usual values this brand accepts. */
export function ValueField({ brand, condition, valueText, error, onType }: ValueFieldProps) {
  const accepted = usualCents.filter((cents) => cents >= (brand?.minCents ?? MIN_CARD_VALUE_CENTS))
  return (
    <div className={styles.value}>
      <TextField
        large
        name={cardInputs.value}
        label={condition === 'partially-used' ? 'Remaining Balance' : 'Gift Card Value'}
        hint={valueHint(brand)}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        placeholder="$0.00"
        value={valueText}
        onValueChange={onType}
      />
      <fieldset className={styles.quick}>
        <legend className="visually-hidden">Usual values</legend>
        {accepted.map((cents) => (
          <Button key={cents} variant="secondary" size="small" onClick={() => onType(String(cents / 100))}>
            {formatWholeDollars(cents)}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
