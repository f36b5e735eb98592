import type { SubmitField } from '#shared/submission.ts'

/** A field of step 3 that a line of the checklist leads to: one that is asked for, or the one we advise to fill in. */
export type OrderField = SubmitField | 'expiringDate'

/** Puts the focus into a field of step 3. Each field, or the frame around it, carries its name in `data-field`. */
export function focusField(form: HTMLElement | null, field: OrderField): void {
  // A file that did not arrive is dealt with in its row.
  const failed = form?.querySelector<HTMLElement>('[data-failed] :is([data-retry], [data-remove])')
  const names = field === 'paymentDetails' ? ['paymentDetails', 'accountNumber'] : [field]
  const place = form?.querySelector<HTMLElement>(names.map((name) => `[data-field="${name}"]`).join(', '))
  const control = place?.matches('input, button') ? place : place?.querySelector<HTMLElement>('input, button')
  const target = (field === 'files' && failed) || control
  target?.focus()
}
