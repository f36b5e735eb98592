import { statusReasons } from '#shared/status-reasons.ts'
import type { ReviewStatus } from '#shared/submission.ts'

/** Common questions, answered with the standard status reasons. */
export const commonQuestions: readonly { question: string; answers: readonly string[] }[] = [
  {
    question: 'How long does checking my card take?',
    answers: [reason('pending', 'We have your card'), reason('pending', 'We are busier than usual')],
  },
  {
    question: 'When does my payout arrive?',
    answers: [
      reason('completed', 'Your payment has been sent. Depending'),
      reason('completed', 'Your bank transfer has been sent'),
    ],
  },
  {
    question: 'What is wrong with my photo?',
    answers: [
      reason('rejected', 'We need pictures of the front and the back'),
      reason('rejected', 'The photo is too blurry'),
    ],
  },
  {
    question: 'Why is my code not accepted?',
    answers: [
      reason('rejected', 'The code is still covered'),
      reason('rejected', 'The security code or PIN does not match'),
    ],
  },
  {
    question: 'Why is my balance not accepted?',
    answers: [
      reason('rejected', 'This card is used and has a zero balance'),
      reason('rejected', 'The balance is lower'),
    ],
  },
  {
    question: 'Why could my payout not be sent?',
    answers: [reason('failed', 'The payout could not be sent'), reason('failed', 'Your bank did not accept')],
  },
]

/** Returns the full reason that starts with `start`. */
function reason(status: ReviewStatus, start: string): string {
  return statusReasons[status].find((each) => each.startsWith(start)) ?? ''
}
