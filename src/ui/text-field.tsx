import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Field, type FieldMessages } from './field.tsx'
import { usePreHydrationValue } from './use-pre-hydration-value.ts'

type Own = FieldMessages & { value: string; onValueChange: (value: string) => void; mono?: boolean }

export type TextFieldProps = Own & {
  /** What of a text is entered, typed or pasted. */
  clean?: (text: string) => string
  /** An amount in dollars: display type after a '$'. */
  isMoney?: boolean
  ref?: Ref<HTMLInputElement>
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>

export function TextField({
  label,
  hint,
  error,
  warning,
  optional,
  value,
  onValueChange,
  mono,
  isMoney,
  clean,
  ref,
  ...rest
}: TextFieldProps) {
  const { id, className, ...input } = rest
  const enter = (entered: string) => onValueChange(clean ? clean(entered) : entered)
  const control = usePreHydrationValue(value, enter, ref)
  return (
    <Field {...{ label, hint, error, warning, optional }} id={id} className={className}>
      {(ids) => {
        const box = (
          <input
            ref={control}
            type="text"
            {...input}
            {...ids}
            className={classNames(styles.input, mono && styles.mono)}
            value={value}
            onChange={(event) => enter(event.target.value)}
          />
        )
        return isMoney ? <span className={styles.money}>{box}</span> : box
      }}
    </Field>
  )
}

type TextAreaProps = Own & { ref?: Ref<HTMLTextAreaElement> } & Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'value' | 'onChange'
  >

export function TextArea({
  label,
  hint,
  error,
  warning,
  optional,
  value,
  onValueChange,
  mono,
  ...rest
}: TextAreaProps) {
  const { id, className, rows = 3, ...area } = rest
  return (
    <Field {...{ label, hint, error, warning, optional }} id={id} className={className}>
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
