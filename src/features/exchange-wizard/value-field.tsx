import { lazyPart } from '#client/lib/lazy-part.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { type Brand, MAX_CARD_VALUE_CENTS } from '#shared/brand.ts'
import { type CardCondition, cardConditions, conditionNames } from '#shared/card-condition.ts'
import { compactText, withoutInvisible } from '#shared/compact-text.ts'
import { formatWholeDollars, parseDollars } from '#shared/money.ts'
import { valueHint } from '#shared/quote.ts'
import { usualMaxCents } from '#shared/usual-max.ts'
import styles from './card-step.module.css'
import { cardInputs } from './typed-card.ts'

const CardWarning = lazyPart(() => import('./card-warning.tsx'), 'CardWarning')

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

export function ValueField({ brand, condition, valueText, error, onType }: ValueFieldProps) {
  const { minCents = 0, maxCents = MAX_CARD_VALUE_CENTS } = brand ?? {}
  const accepted = usualCents.filter((cents) => cents >= minCents && cents <= maxCents)
  const usualMax = usualMaxCents({ browse: brand?.browse, maxCents })
  return (
    <div className={`stack gap-2 shrinks ${styles.value}`}>
      <TextField
        isMoney
        clean={withoutInvisible}
        name={cardInputs.value}
        label={condition === 'partially-used' ? 'Remaining Balance' : 'Gift Card Value'}
        hint={
          <>
            <span>{valueHint(brand)}</span>
            {usualMax < maxCents && (
              <span className="block">Over {formatWholeDollars(usualMax)} we may ask for the store receipt.</span>
            )}
          </>
        }
        error={error}
        inputMode="decimal"
        value={valueText}
        onValueChange={onType}
      />
      <fieldset className={`cluster stretch gap-2 shrinks ${styles.quick}`}>
        <legend className="visually-hidden">Usual values</legend>
        {accepted.map((cents) => (
          <SmallButton key={cents} onClick={() => onType(String(cents / 100))}>
            {formatWholeDollars(cents)}
          </SmallButton>
        ))}
      </fieldset>
    </div>
  )
}

export function valueMistake(text: string) {
  if (parseDollars(text)) return undefined
  const typed = compactText(text)
  if (/^[^\p{L}1-9]*$/u.test(typed)) return 'Enter the value of the card'
  if (/^\D*\d+,\d{1,2}$/.test(typed)) return `Use a point for the cents: ${typed.replace(',', '.')}`
  if (/\.\d{3,}$/.test(typed)) return 'Use at most two digits after the point'
  return 'Enter an amount in digits, like 100 or 99.50'
}

type ConditionFieldProps = {
  brand: Brand | undefined
  condition: CardCondition
  onChoose: (condition: CardCondition) => void
}

export function ConditionField({ brand, condition, onChoose }: ConditionFieldProps) {
  return (
    <fieldset>
      <legend>Card condition</legend>
      <div className={`margin-top-1 ${styles.conditions}`}>
        {cardConditions.map((known) => (
          <label key={known} className={`row top gap-3 line-bottom ${styles.condition}`}>
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
      {brand && <CardWarning brandSlug={brand.slug} condition={condition} />}
    </fieldset>
  )
}
