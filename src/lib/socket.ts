import { SESSION_ENDED_CODE } from '#shared/account.ts'
import { withBase } from './base-path.ts'
import { publishSessionEnd } from './session-end.ts'
import { createLiveSocket } from './subscription-socket.ts'

export const socket = createLiveSocket({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${withBase('/trpc')}`,
  onClose: (code, reason, wasOpen) => {
    // Browsers hide why the server refused a connection; one reason is that the session ended before.
    if (code === SESSION_ENDED_CODE || !wasOpen) publishSessionEnd(reason === 'disabled' ? reason : undefined)
  },
})

export const socketLink = socket.link

addEventListener('online', socket.reconnectNow)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && socket.reconnectNow())
