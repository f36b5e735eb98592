import { createWSClient, wsLink } from '@trpc/client'
import type { AppRouter } from '#server/api/router.ts'
import { SESSION_ENDED_CODE } from '#shared/account.ts'
import { withBase } from './base-path.ts'
import { announceSessionEnd } from './session-end.ts'

const IDLE_CLOSE_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/** One socket for all subscriptions; it opens with the first and closes when none is left. */
export const socket = createWSClient({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${withBase('/trpc')}`,
  lazy: { enabled: true, closeMs: IDLE_CLOSE_MS },
  onClose: (cause) => {
    if (cause?.code === SESSION_ENDED_CODE) announceSessionEnd()
  },
  retryDelayMs: (attempt) => Math.min(LONGEST_RETRY_MS, 500 * 2 ** attempt) * (0.5 + Math.random() / 2),
})

export const socketLink = wsLink<AppRouter>({ client: socket })
