import type { SubmitField } from '#shared/submission.ts'

/** Puts the focus into a field of step 3. Each field, or the frame around it, carries its name in `data-field`. */
export function focusField(form: HTMLElement | null, field: SubmitField): void {
  const names = field === 'paymentDetails' ? ['paymentDetails', 'accountNumber'] : [field]
  const place = form?.querySelector<HTMLElement>(names.map((name) => `[data-field="${name}"]`).join(', '))
  const control = place?.matches('input, button') ? place : place?.querySelector<HTMLElement>('input, button')
  control?.focus()
}
