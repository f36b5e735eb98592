import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { Brand } from '#shared/brands.ts'
import { type CardCondition, cardConditions, conditionNames } from '#shared/card-condition.ts'
import { cardNote } from '#shared/card-note.ts'
import { formatWholeDollars } from '#shared/money.ts'
import { MIN_CARD_VALUE_CENTS, valueHint } from '#shared/quote.ts'
import styles from './card-step.module.css'
import { cardInputs } from './typed-card.ts'
import panes from './wizard.module.css'

const explanations: Readonly<Record<CardCondition, string>> = {
  'brand-new': '(unused, full value)',
  'partially-used': '(remaining balance)',
}

const usualCents = [2_500, 5_000, 10_000, 20_000]

type ValueFieldProps = {
  brand: Brand | undefined
  condition: CardCondition
  valueText: string
  error?: string
  onType: (valueText: string) => void
}

/** The card value, typed or selected from common values the brand accepts. */
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

type ConditionFieldProps = {
  brand: Brand | undefined
  condition: CardCondition
  onChoose: (condition: CardCondition) => void
}

/** Full or partly used card, with a warning about known problems of the brand. */
export function ConditionField({ brand, condition, onChoose }: ConditionFieldProps) {
  const note = brand && cardNote(brand.slug, condition)
  return (
    <fieldset className={panes.group}>
      <legend>Card condition</legend>
      <div className={styles.conditions}>
        {cardConditions.map((known) => (
          <label key={known} className={styles.condition}>
            <input
              type="radio"
              name={cardInputs.condition}
              value={known}
              checked={known === condition}
              onChange={() => onChoose(known)}
            />
            <span>
              {conditionNames[known]} <span className="muted">{explanations[known]}</span>
            </span>
          </label>
        ))}
      </div>
      {note && (
        <Notice tone="warn" role="status">
          {note}
        </Notice>
      )}
    </fieldset>
  )
}
