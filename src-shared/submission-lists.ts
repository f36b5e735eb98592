/** Orders for which something is due, by name, with the label of the screen. A list is a row. */
export const submissionLists = {
  'evidence-owed': 'Evidence owed',
  requested: 'Waiting for the seller',
  answered: 'Answered',
  appeals: 'Appeals',
  overdue: 'Overdue',
} as const

export type SubmissionListName = keyof typeof submissionLists
export const submissionListNames = Object.keys(submissionLists) as SubmissionListName[]
