import { useState } from 'react'
import styles from './field.module.css'
import { Field, splitField } from './field.tsx'
import type { TextFieldProps } from './text-field.tsx'
import { usePreHydrationValue } from './use-pre-hydration-value.ts'

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

/** The password of who is signed in, to confirm a change. */
export function CurrentPasswordField(props: Omit<TextFieldProps, 'label'>) {
  return <PasswordField label="Current Password" autoComplete="current-password" {...props} />
}
