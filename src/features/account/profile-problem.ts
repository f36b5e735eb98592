import { accountProblems, emailChangeProblem, isPhone, textProblem } from '#shared/account.ts'
import type { FormProblem } from './account-failure.ts'

export type ProfileValues = { email: string; phone: string; address: string; currentPassword: string }

/** Whether the typed address is another one than the account's. */
export function isOtherEmail(typed: string, present: string): boolean {
  return typed.trim().toLowerCase() !== present
}

/** Rule a profile breaks before the server is asked; the address is free. `email` is that of the account. */
export function profileProblem(values: ProfileValues, { email }: { email: string }): FormProblem | undefined {
  const { phone } = values
  const emailProblem = isOtherEmail(values.email, email) ? emailChangeProblem(values) : undefined
  // The password stands last in the form.
  if (emailProblem && emailProblem.field !== 'currentPassword')
    return textProblem('email', values.email) ?? emailProblem
  const phoneProblem = textProblem('phone', phone) ?? (isPhone(phone.trim()) ? undefined : accountProblems.invalidPhone)
  return phoneProblem ?? emailProblem
}
