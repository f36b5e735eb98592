import { hasEarlier, mergeMessages } from '#client/lib/merge-messages.ts'
import type { ChatThread } from '#shared/inbox-schema.ts'

/** Two readings of one conversation as one, without holes and doubles; its state is that of the later. */
export function mergeThread(old: ChatThread, fresh: ChatThread): ChatThread {
  const messages = [...mergeMessages(old.messages, fresh.messages)]
  return { session: fresh.session, messages, hasOlder: hasEarlier(messages) }
}
