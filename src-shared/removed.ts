/** What stands where the photos and the number of an order were, once they are gone for good. */
export const removedMessages = {
  label: 'Removed for your security',
  /** Answered when somebody asks for what is gone. */
  refused: 'Removed for security: this is not kept any longer.',
} as const
