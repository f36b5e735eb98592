import { Count } from './badge.tsx'
import styles from './choice-buttons.module.css'

/** `count`, and the number of `urgent` entries in red, follow the name. */
type Choice<Value> = { value: Value; name: string; count?: number | undefined; urgent?: number }

type Props<Value> = {
  label: string
  choices: readonly Choice<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
}

export function ChoiceButtons<Value extends string | undefined>({ label, choices, chosen, onChoose }: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the buttons as form fields
    <div className="cluster stretch gap-1" role="group" aria-label={label}>
      {choices.map(({ value, name, count = 0, urgent = 0 }) => (
        <button
          key={name}
          type="button"
          className={styles.choice}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {name}
          {count > 0 && (
            <>
              {' '}
              <span className="muted tabular">{count}</span>
            </>
          )}
          <Count count={urgent} isUrgent>
            waiting
          </Count>
        </button>
      ))}
    </div>
  )
}
