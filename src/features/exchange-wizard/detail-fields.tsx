import { Checkbox } from '#client/ui/checkbox.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import type { CardHints } from '#shared/card-hints.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import { ADDITIONAL_INFO_MAX_LENGTH } from '#shared/submission.ts'
import type { SubmissionField } from './submit-checklist.tsx'
import styles from './upload-step.module.css'
import type { SubmissionDetails } from './wizard-state.ts'

export type DetailFieldsProps = {
  details: SubmissionDetails
  at: (field: SubmissionField) => { 'data-field': SubmissionField; error?: string; warning?: string }
  onEdit: (change: Partial<SubmissionDetails>) => void
}

export type CodeDetails = Pick<SubmissionDetails, 'securityCode' | 'hasNoCode'>

/** Card numbers must not be autofilled, autocorrected or translated by the browser. */
export const secret = {
  clean: withoutInvisible,
  mono: true,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  translate: 'no',
} as const

type Bound<Field extends string> = {
  details: Readonly<Record<Field, string>>
  at: (field: Field) => ReturnType<DetailFieldsProps['at']>
  onEdit: (change: Record<Field, string>) => void
}

/** The value of a field, what is wrong with it, and its change. */
export function bind<Field extends string>({ details, at, onEdit }: Bound<NoInfer<Field>>, field: Field) {
  const onValueChange = (value: string) => onEdit({ [field]: value } as Record<Field, string>)
  return { ...at(field), value: details[field], onValueChange }
}

export function NumberField({ hint, ...fields }: Bound<'cardNumber'> & { hint: string }) {
  return <TextField {...secret} {...bind(fields, 'cardNumber')} label="Gift Card Number" hint={hint} maxLength={100} />
}

export function CardFields({ hints, ...fields }: DetailFieldsProps & { hints: CardHints }) {
  const { details, onEdit } = fields
  const oneCode = hints.code === undefined ? ' This card has one code.' : ''
  return (
    <section className={`stack gap-4 shrinks ${styles.section}`} aria-labelledby="card-details-title">
      <h3 id="card-details-title">Card details</h3>
      {hints.notes.map((note) => (
        <Notice key={note} tone="info">
          {note}
        </Notice>
      ))}
      <NumberField {...fields} hint={`${hints.number}${oneCode} Spaces and dashes are OK.`} />
      <div className={`stack ${styles.pair}`}>
        {hints.code !== undefined && <CodeField {...fields} hint={hints.code} mayLackCode={hints.mayLackCode} />}
        <TextField
          mono
          clean={withoutInvisible}
          {...bind(fields, 'expiringDate')}
          optional={!hints.needsExpiry}
          label="Expiry Date"
          hint={hints.expiry}
          autoComplete="off"
          placeholder="MM/YY"
          maxLength={20}
        />
      </div>
      <TextArea
        optional
        label="Additional Information"
        // Otherwise browsers store the text for session restore.
        autoComplete="off"
        maxLength={ADDITIONAL_INFO_MAX_LENGTH}
        value={details.additionalInfo}
        onValueChange={(additionalInfo) => onEdit({ additionalInfo })}
      />
    </section>
  )
}

type CodeFieldProps = {
  details: CodeDetails
  at: (field: 'securityCode') => ReturnType<DetailFieldsProps['at']>
  onEdit: (change: Partial<CodeDetails>) => void
  hint: string
  mayLackCode: boolean
}

/** The security code. A customer whose card has no PIN says so, and the card number takes its place. */
export function CodeField({ hint, mayLackCode, ...fields }: CodeFieldProps) {
  const { details, onEdit } = fields
  const isLeftToUs = mayLackCode && details.hasNoCode
  return (
    <div className={`stack gap-2 ${styles.code}`}>
      {!isLeftToUs && (
        <TextField {...secret} {...bind(fields, 'securityCode')} label="Security Code" hint={hint} maxLength={100} />
      )}
      {mayLackCode && (
        <Checkbox
          label="No PIN? Leave this to us."
          checked={details.hasNoCode}
          onCheckedChange={(hasNoCode) => onEdit({ hasNoCode })}
        />
      )}
    </div>
  )
}
