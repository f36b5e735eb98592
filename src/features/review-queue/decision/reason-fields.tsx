import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { REASON_MAX_LENGTH } from '#shared/submission.ts'
import { type Draft, noReason, shortReason } from './draft.ts'
import styles from './reason-fields.module.css'
import { ReasonPicker, type ReasonPickerProps } from './reason-picker.tsx'

type Reasons = Pick<Draft, 'quick' | 'custom'>
type ReasonFieldsProps = Omit<ReasonPickerProps, 'value' | 'onValueChange'> & {
  value: Reasons
  onChange: (part: Partial<Reasons>) => void
  needsReason?: boolean
  isShort?: boolean
  rows?: number
}

export function ReasonFields(props: ReasonFieldsProps) {
  const { reasons, value, onChange, needsReason = false, isShort, rows = 3, ...picker } = props
  const choose = (quick: string) => onChange({ quick })
  return (
    <>
      {isShort ? (
        <SelectField label="Quick Reason Selection" value={value.quick} onValueChange={choose}>
          <option value="">Choose a reason...</option>
          {reasons.map((each) => (
            <option key={each} value={each} title={each}>
              {shortReason(each)}
            </option>
          ))}
        </SelectField>
      ) : (
        <ReasonPicker reasons={reasons} value={value.quick} onValueChange={choose} {...picker} />
      )}
      <TextArea
        label={needsReason ? 'Custom Reason' : 'Custom Reason (Optional)'}
        rows={rows}
        maxLength={REASON_MAX_LENGTH}
        value={value.custom}
        onValueChange={(custom) => onChange({ custom })}
      />
    </>
  )
}

export function ReasonPreview({ reason, none = noReason }: { reason: string; none?: string }) {
  return (
    <p className={`muted quotation ${styles.preview}`}>
      {reason ? (
        <>
          The customer will read: <strong>{reason}</strong>
        </>
      ) : (
        none
      )}
    </p>
  )
}
