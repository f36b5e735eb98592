import type { Platform } from '../platform/platform.ts'
import { createThrottle } from '../platform/rate-limits/throttle.ts'

const TYPING_SHOWN_EVERY_MS = 1_000

/** What this domain keeps for one node; presence is that of all nodes. */
export function createChatServices({ clock, shared }: Pick<Platform, 'clock' | 'shared'>) {
  return { presence: shared.chatPresence, typing: createThrottle(clock, TYPING_SHOWN_EVERY_MS) }
}
