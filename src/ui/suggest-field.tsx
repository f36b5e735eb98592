import { useId } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type SuggestFieldProps = Omit<TextFieldProps, 'list'> & { suggestions: readonly string[] }

/** A text input that suggests known values; any other text is fine too. */
export function SuggestField({ suggestions, ...field }: SuggestFieldProps) {
  const id = useId()
  return (
    <>
      <TextField autoComplete="off" {...field} list={id} />
      <datalist id={id}>
        {suggestions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  )
}
