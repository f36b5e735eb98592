import type { Submission } from '#shared/submission-schema.ts'

/** List and order are read apart; whichever knows the later decision is right. */
export function newestSubmission(one: Submission, other: Submission | undefined): Submission {
  return !other || one.version > other.version ? one : other
}
