import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Field, type FieldMessages, splitField } from './field.tsx'
import { usePreHydrationValue } from './use-pre-hydration-value.ts'

type Own = FieldMessages & { value: string; onValueChange: (value: string) => void; mono?: boolean }

export type TextFieldProps = Own & {
  clean?: (text: string) => string
  isMoney?: boolean
  ref?: Ref<HTMLInputElement>
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>

/** Browsers fill in and remember only what a field names by its `autoComplete`. */
export function TextField({ value, onValueChange, mono, isMoney, clean, ref, ...rest }: TextFieldProps) {
  const [field, input] = splitField(rest)
  const enter = (entered: string) => onValueChange(clean ? clean(entered) : entered)
  const control = usePreHydrationValue(value, enter, ref)
  return (
    <Field {...field}>
      {(ids) => {
        const box = (
          <input
            ref={control}
            type="text"
            autoComplete="off"
            {...input}
            {...ids}
            className={classNames(styles.input, mono && styles.mono)}
            value={value}
            onChange={(event) => enter(event.target.value)}
          />
        )
        return isMoney ? <span className={`positioned block ${styles.money}`}>{box}</span> : box
      }}
    </Field>
  )
}

type TextAreaProps = Own & { ref?: Ref<HTMLTextAreaElement> } & Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'value' | 'onChange'
  >

export function TextArea({ value, onValueChange, mono, rows = 3, ...rest }: TextAreaProps) {
  const [field, area] = splitField(rest)
  return (
    <Field {...field}>
      {(ids) => (
        <textarea
          {...area}
          {...ids}
          rows={rows}
          className={classNames(styles.input, styles.area, mono && styles.mono)}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  )
}
