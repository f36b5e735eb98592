import { type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'
import { FieldError } from './field-error.tsx'

type CheckboxProps = {
  label: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  error?: string
  id?: string
  name?: string
}

export function Checkbox({ label, checked, onCheckedChange, error, id: givenId, name }: CheckboxProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className={styles.checkbox}>
      <input
        id={id}
        name={name}
        type="checkbox"
        className={styles.box}
        checked={checked}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onCheckedChange(event.target.checked)}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {error && (
        <span className={styles.error}>
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </span>
      )}
    </div>
  )
}
