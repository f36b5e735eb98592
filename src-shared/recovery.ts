import {
  type AccountProblem,
  missingField,
  type NewPassword,
  newPasswordProblem,
  PASSWORD_MIN_LENGTH,
} from './account.ts'
import { formatCents } from './money.ts'
import { debtText } from './problem.ts'

export const RESET_LINK_MINUTES = 20

export type PasswordChange = NewPassword & { currentPassword: string }

export const recoveryProblems = {
  wrongCurrentPassword: {
    title: 'Password Not Changed',
    message: 'Wrong current password. Please try again.',
    field: 'currentPassword',
  },
  wrongPassword: { title: 'Account Not Deleted', message: 'Wrong password. Please try again.', field: 'password' },
  linkNotValid: {
    title: 'Link Not Valid',
    message: 'This link has expired or was already used. Please request a new one.',
  },
} as const satisfies Record<string, AccountProblem>

export const recoveryMessages = {
  passwordChangedTitle: 'Password Changed',
  passwordChanged: 'Your other devices are signed out.',
  passwordReset: 'You can now sign in with your new password.',
  resetRequestedTitle: 'Check your email',
  resetRequested: `If there is an account with this address, we've sent a link. It works once and expires in ${RESET_LINK_MINUTES} minutes.`,
  accountDeletedTitle: 'Account Deleted',
  accountDeleted: 'Your account and its data are deleted.',
} as const

const notDeleted = (message: string): AccountProblem => ({ title: 'Account Not Deleted', message })

export function unsettledPayoutProblem(amountCents: number) {
  return notDeleted(
    `A payout of ${formatCents(amountCents)} is still on its way. You can delete your account once it has arrived.`,
  )
}

export function openDebtProblem(cents: number, orderId: string) {
  return notDeleted(`${debtText(formatCents(cents), orderId)} You can delete your account once it is repaid.`)
}

export function openAppealProblem(orderId: string) {
  return notDeleted(`An appeal is still open. Withdraw your appeal for order ${orderId}, or wait for the answer.`)
}

export function openSubmissionsProblem(openSubmissions: number) {
  const submissions = openSubmissions === 1 ? 'An order is' : `${openSubmissions} orders are`
  const finished = openSubmissions === 1 ? 'it is' : 'they are'
  return notDeleted(
    `${submissions} still pending or processing. You can delete your account once ${finished} finished.`,
  )
}

export function passwordChangeProblem(form: PasswordChange, passwordMinLength = PASSWORD_MIN_LENGTH) {
  if (!form.currentPassword) return missingField('currentPassword')
  return replacementProblem(form, passwordMinLength)
}

export function replacementProblem(form: NewPassword, passwordMinLength = PASSWORD_MIN_LENGTH) {
  if (!form.password.trim()) return missingField('password')
  if (!form.confirmPassword.trim()) return missingField('confirmPassword')
  return newPasswordProblem(form, passwordMinLength)
}
