import { TextField } from './text-field.tsx'

type Days = { from: string; to: string }
type DayFieldsProps = Days & { label?: string; error?: string | undefined; onChange: (days: Partial<Days>) => void }

/** The first and the last day of a period. */
export function DayFields({ from, to, label = 'From', error, onChange }: DayFieldsProps) {
  return (
    <>
      <TextField
        type="date"
        label={label}
        value={from}
        error={error}
        onValueChange={(day) => onChange({ from: day })}
      />
      <TextField type="date" label="To" value={to} onValueChange={(day) => onChange({ to: day })} />
    </>
  )
}
