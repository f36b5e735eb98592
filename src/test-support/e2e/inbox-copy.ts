/** The specified texts of the support inbox, in the format of `copy.ts`. */
export const inboxLabels: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'support inbox empty': ['Chat Support', 'No chat sessions', 'Select a chat session to view messages'],
  'support inbox not read': ['Failed to fetch chat sessions'],
  'support inbox thread': [
    'Type your reply...',
    'You',
    'Dana Reyes',
    'My payout',
    'Within the hour.',
    'Send',
    'Attach',
  ],
  'support inbox reply failed': ['Failed to send reply. Please try again.'],
}
