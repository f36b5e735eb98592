import { Notice } from '#client/ui/notice.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import type { CardHints } from '#shared/card-hints.ts'
import { ADDITIONAL_INFO_MAX_LENGTH, type SubmitField } from '#shared/submission.ts'
import styles from './upload-step.module.css'
import type { OrderDetails } from './wizard-state.ts'

export type DetailFieldsProps = {
  details: OrderDetails
  errorOf: (field: SubmitField) => string | undefined
  onEdit: (change: Partial<OrderDetails>) => void
}

/** The numbers on the card. Browsers must not remember, correct or translate them. */
const secret = {
  mono: true,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  translate: 'no',
} as const

/** The card's own numbers, each with where this brand carries it, and what else the reviewer should know. */
export function CardFields({ hints, details, errorOf, onEdit }: DetailFieldsProps & { hints: CardHints }) {
  return (
    <section className={styles.section} aria-labelledby="card-details-title">
      <h3 id="card-details-title">Card details</h3>
      {hints.notes.map((note) => (
        <Notice key={note} tone="info">
          {note}
        </Notice>
      ))}
      <TextField
        {...secret}
        data-field="cardNumber"
        label="Gift Card Number"
        hint={`${hints.number} Spaces and hyphens do not matter.`}
        error={errorOf('cardNumber')}
        maxLength={100}
        value={details.cardNumber}
        onValueChange={(cardNumber) => onEdit({ cardNumber })}
      />
      <div className={styles.pair}>
        <TextField
          {...secret}
          data-field="securityCode"
          label="Security Code"
          hint={hints.code}
          error={errorOf('securityCode')}
          maxLength={100}
          value={details.securityCode}
          onValueChange={(securityCode) => onEdit({ securityCode })}
        />
        <TextField
          mono
          data-field="expiringDate"
          optional={!hints.needsExpiry}
          label="Expiry Date"
          hint={hints.expiry}
          autoComplete="off"
          placeholder="MM/YY"
          maxLength={20}
          value={details.expiringDate}
          onValueChange={(expiringDate) => onEdit({ expiringDate })}
        />
      </div>
      <TextArea
        optional
        label="Additional Information"
        // Without it a browser notes what is typed, to fill it in again after a crash.
        autoComplete="off"
        maxLength={ADDITIONAL_INFO_MAX_LENGTH}
        value={details.additionalInfo}
        onValueChange={(additionalInfo) => onEdit({ additionalInfo })}
      />
    </section>
  )
}
