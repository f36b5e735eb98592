import type { NodeCounts } from '../platform/events/node-counts.ts'
import type { Platform } from '../platform/platform.ts'
import { createThrottle, type LocalThrottle } from '../platform/rate-limits/throttle.ts'

const TYPING_SHOWN_EVERY_MS = 1_000

export type ChatServices = {
  presence: NodeCounts
  /** Throttles typing indicators per sender, in this process. */
  typing: LocalThrottle
}

/** What this domain keeps for one node; presence is that of all nodes. */
export function createChatServices({ clock, shared }: Pick<Platform, 'clock' | 'shared'>): ChatServices {
  return { presence: shared.chatPresence, typing: createThrottle(clock, TYPING_SHOWN_EVERY_MS) }
}
