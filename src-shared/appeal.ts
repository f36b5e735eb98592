import type { ReasonCode } from './reason-code.ts'

export const appealStates = ['open', 'right', 'stands', 'withdrawn'] as const
export type AppealState = (typeof appealStates)[number]

export const appealOutcomes = ['right', 'stands'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

export const appealTargets = ['rejection', 'claw-back'] as const

/** 'another': a person who had not decided on the order; 'alone': no other could; 'same': the rules allow it. */
export const decidedAsValues = ['another', 'alone', 'same'] as const
export type DecidedAs = (typeof decidedAsValues)[number]

export const APPEAL_WORDS_MAX_LENGTH = 1000
export const MAX_APPEAL_FILES = 4
export const APPEALS_PER_PAGE = 20

export const appealMessages = {
  noWords: 'Enter why the decision is wrong.',
  noAnswer: 'Enter your answer. The seller reads it.',
  badOutcome: 'The outcome must be right or stands.',
  tooManyFiles: `Add at most ${MAX_APPEAL_FILES} pictures.`,
  stillDeciding: "We're still finishing this decision. Please try again in a few seconds.",
  notAppealable: "You can't appeal the status of this order. Contact us if something is wrong.",
  isAppealed: 'You have appealed this decision already.',
  tooLate: 'It is too late to appeal this decision. Contact us if something is wrong.',
  notOpen: 'This appeal is no longer open.',
  freshEyes: 'A person who has not decided on this order answers the appeal.',
  noPermission: 'You do not have the permission to answer this appeal.',
  hasAppeal: 'The seller has appealed this decision. Answer the appeal first.',
  waitForAnswer: 'Your appeal is open. Wait for the answer, or withdraw the appeal first.',
} as const

export const decidedAsNames: Readonly<Record<DecidedAs, string>> = {
  another: 'another reviewer',
  alone: 'the same person: no other reviewer works here',
  same: 'the same person',
}

export const appealOutcomeNames: Readonly<Record<AppealState, string>> = {
  open: 'Open',
  right: 'The seller is right',
  stands: 'The decision stands',
  withdrawn: 'Withdrawn',
}

const notAppealable: ReadonlySet<ReasonCode> = new Set([
  'withdrawn',
  'cancelled',
  'offer-declined',
  'offer-expired',
  'not-answered',
  'lost-or-stolen',
])
const ofAppeals: ReadonlySet<ReasonCode> = new Set(['appeal-open', 'appeal-right', 'appeal-stands', 'appeal-withdrawn'])

/** Whether a rejection for this reason can be appealed. About the others the seller writes to support. */
export function isAppealableReason(code: ReasonCode | null) {
  return code === null || !notAppealable.has(code)
}

export function isAppealReason(code: ReasonCode | null | undefined) {
  return code !== null && code !== undefined && ofAppeals.has(code)
}
