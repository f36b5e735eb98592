import { Checkbox } from './checkbox.tsx'
import { FieldError } from './field-error.tsx'

type CheckboxGroupProps<Value> = {
  label: string
  name?: string
  options: readonly { value: Value; name: string }[]
  chosen: readonly Value[]
  error?: string | undefined
  onChoose: (chosen: readonly Value[]) => void
}

/** Any number of some options; nothing where there are none. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { label, name, options, chosen, error, onChoose } = props
  if (options.length === 0) return null
  return (
    <fieldset className="stack gap-1" data-field={name} tabIndex={-1} aria-describedby={error && `${name}-error`}>
      <legend className="strong text-sm pad-bottom-2">{label}</legend>
      <div className="field-grid">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.name}
            checked={chosen.includes(option.value)}
            onCheckedChange={(isOn) =>
              onChoose(isOn ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))
            }
          />
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
