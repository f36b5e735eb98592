/** The specified texts of the support inbox, in the format of `copy.ts`. */
export const inboxLabels: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'chat staffApi empty': ['Chat Support', 'No chat sessions', 'Select a chat session to view messages'],
  'chat staffApi not read': ['Failed to fetch chat sessions'],
  'chat staffApi thread': [
    'Type your reply...',
    'You',
    'Dana Reyes',
    'My payout',
    'Within the hour.',
    'Send',
    'Attach',
  ],
  'chat staffApi reply failed': ['Failed to send reply. Please try again.'],
}
