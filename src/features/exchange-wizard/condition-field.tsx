import { Notice } from '#client/ui/notice.tsx'
import type { Brand } from '#shared/brands.ts'
import { type CardCondition, cardConditions, conditionNames } from '#shared/card-condition.ts'
import { cardNote } from '#shared/card-note.ts'
import styles from './card-step.module.css'
import { cardInputs } from './typed-card.ts'
import panes from './wizard.module.css'

const explanations: Readonly<Record<CardCondition, string>> = {
  'brand-new': '(unused, full value)',
  'partially-used': '(remaining balance)',
}

type ConditionFieldProps = {
  brand: Brand | undefined
  condition: CardCondition
  onChoose: (condition: CardCondition) => void
}

/** Whether the card still holds all its money, with what we know to go wrong with this brand. */
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
