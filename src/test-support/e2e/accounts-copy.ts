/** The specified texts for customer accounts, in the format of `copy.ts`. */
export const peopleLabels: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  users: [
    'Registered Users',
    'Total Users',
    'With Phone Numbers',
    'Registered Today',
    'Active Traders',
    'Name',
    'Username',
    'Email',
    'Phone',
    'Trades',
    'Registered',
    'Last login',
    'Status',
    'N/A',
    'Active',
    'Real-time User Activity',
    'Clear All Data',
  ],
  'users inactive': ['Inactive', 'Not provided', 'Never'],
  'users empty': ['No registered users found'],
}
