import { accountProblems, isEmail, isPhone } from '#shared/account.ts'
import type { FormProblem } from './account-failure.ts'

export type ProfileValues = { email: string; phone: string; address: string }

/** Rule a profile breaks before the server is asked; the address is free. */
export function profileProblem({ email, phone }: ProfileValues): FormProblem | undefined {
  if (!isEmail(email.trim())) return accountProblems.invalidEmail
  return isPhone(phone.trim()) ? undefined : accountProblems.invalidPhone
}
