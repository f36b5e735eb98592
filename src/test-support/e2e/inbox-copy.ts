/** The specified texts of the support inbox, in the format of `copy.ts`. */
export const inboxLabels: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'chat desk empty': ['Chat Support', 'No chat sessions', 'Select a chat session to view messages'],
  'chat desk not read': ['Failed to fetch chat sessions'],
  'chat desk thread': ['Type your reply...', 'You', 'Dana Reyes', 'My payout', 'Within the hour.', 'Send', 'Attach'],
  'chat desk reply failed': ['Failed to send reply. Please try again.'],
}
