import { localPreference } from '#client/lib/local-preference.ts'

/** Whether the rows of the list show their details; closed by default. */
export const queueDetails = localPreference('queue-details', ['open', 'closed'])
