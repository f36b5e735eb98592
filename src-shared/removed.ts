export const removedMessages = {
  label: 'Removed for your security',
  refused: 'Removed for security: this is not kept any longer.',
} as const
