import type { Ref, SelectHTMLAttributes } from 'react'
import styles from './field.module.css'
import { Field, type FieldMessages, splitField } from './field.tsx'
import { usePreHydrationValue } from './use-pre-hydration-value.ts'

type Option<Value> = { value: Value; name: string }

export type SelectFieldProps<Value> = FieldMessages & {
  value: Value
  onValueChange: (value: Value) => void
  options?: readonly Option<Value>[]
  ref?: Ref<HTMLSelectElement>
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'>

export function optionsOf<Value extends string>(values: readonly Value[], names: Readonly<Record<Value, string>>) {
  return values.map((value) => ({ value, name: names[value] }))
}

/** Children are options that have more than a name. */
export function SelectField<Value extends string>({
  value,
  onValueChange,
  options,
  children,
  ref,
  ...rest
}: SelectFieldProps<Value>) {
  const [field, select] = splitField(rest)
  const take = onValueChange as (value: string) => void
  const control = usePreHydrationValue(value, take, ref)
  return (
    <Field {...field}>
      {(ids) => (
        <span className={`positioned block ${styles.select}`}>
          <select
            ref={control}
            {...select}
            {...ids}
            className={styles.input}
            value={value}
            onChange={(event) => take(event.target.value)}
          >
            {options?.map((option) => (
              <option key={option.value} value={option.value}>
                {option.name}
              </option>
            ))}
            {children}
          </select>
        </span>
      )}
    </Field>
  )
}
