export const policyMessages = {
  conflict: 'Somebody has changed these rules since you began. Look at them again, then save.',
  reasonRequired: 'A rejection needs a reason. Choose or write one.',
} as const
