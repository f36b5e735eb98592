import { localPreference } from '#client/lib/local-preference.ts'

export const queueDetails = localPreference('queue-details', ['open', 'closed'])
