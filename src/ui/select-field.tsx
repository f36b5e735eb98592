import type { Ref, SelectHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Field, type FieldMessages } from './field.tsx'
import { usePreHydrationValue } from './use-pre-hydration-value.ts'

type SelectFieldProps = FieldMessages & {
  value: string
  onValueChange: (value: string) => void
  ref?: Ref<HTMLSelectElement>
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'>

/** A native select, which supports all keyboards, phones and screen readers. Children are `<option>`s. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  value,
  onValueChange,
  children,
  ref,
  ...rest
}: SelectFieldProps) {
  const { id, className, ...select } = rest
  const control = usePreHydrationValue(value, onValueChange, ref)
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id} className={className}>
      {(ids) => (
        <span className={styles.select}>
          <select
            ref={control}
            {...select}
            {...ids}
            className={classNames(styles.input)}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          >
            {children}
          </select>
        </span>
      )}
    </Field>
  )
}
