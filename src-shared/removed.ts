/** Texts in place of purged photos and card numbers. */
export const removedMessages = {
  label: 'Removed for your security',
  /** The error of a request for purged data. */
  refused: 'Removed for security: this is not kept any longer.',
} as const
