import { type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes, useState } from 'react'
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

export function PasswordField({ value, onValueChange, ref, ...rest }: TextFieldProps) {
  const control = usePreHydrationValue(value, onValueChange, ref)
  const [shown, setShown] = useState(false)
  const [field, { mono: _mono, isMoney: _isMoney, ...input }] = splitField(rest)
  return (
    <Field {...field}>
      {(ids) => (
        <span className={`positioned block ${styles.password}`}>
          <input
            ref={control}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...ids}
            type={shown ? 'text' : 'password'}
            className={styles.input}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          />
          <button
            type="button"
            className={`hover-underline ${styles.reveal}`}
            aria-label={`${shown ? 'Hide' : 'Show'} ${field.label.toLowerCase()}`}
            aria-controls={ids.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  )
}
