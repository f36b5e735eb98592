import { SESSION_ENDED_CODE } from '#shared/account.ts'
import { withBase } from './base-path.ts'
import { createLiveSocket } from './subscription-socket.ts'
import { announceSessionEnd } from './session-end.ts'

/** The page's socket. */
export const socket = createLiveSocket({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${withBase('/trpc')}`,
  onClose: (code, reason) => {
    if (code === SESSION_ENDED_CODE) announceSessionEnd(reason === 'disabled' ? reason : undefined)
  },
})

export const socketLink = socket.link

addEventListener('online', socket.hurry)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && socket.hurry())
