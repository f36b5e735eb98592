import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { FieldError } from './field-error.tsx'

type FieldIds = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

export type FieldMessages = {
  label: string
  hint?: ReactNode
  error?: string
  /** What may be wrong; announced with the field, which stays valid. Hidden by an error. */
  warning?: string
  optional?: boolean
}

type OwnProps = FieldMessages & { id?: string; className?: string }
type FieldProps = OwnProps & { children: (ids: FieldIds) => ReactNode }

export function splitField<Props extends OwnProps>(props: Props) {
  const { label, hint, error, warning, optional, id, className, ...control } = props
  return [{ label, hint, error, warning, optional, id, className }, control] as const
}

/** A label, a hint and an error or a warning around one control. */
export function Field({ label, hint, error, warning, optional, id: givenId, className, children }: FieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const hintId = hint ? `${id}-hint` : undefined
  const message = error || warning
  const errorId = message ? `${id}-error` : undefined
  const describedBy = classNames(hintId, errorId)
  return (
    <div className={classNames(styles.field, className)}>
      <label className="strong" htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      )}
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {message && (
        <FieldError id={errorId} tone={error ? 'bad' : 'warn'}>
          {message}
        </FieldError>
      )}
    </div>
  )
}
