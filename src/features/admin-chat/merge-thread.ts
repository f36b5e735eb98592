import type { ChatMessage } from '#shared/chat.ts'
import type { ChatThread } from '#shared/chat-desk.ts'

/**
 * Two readings of one conversation as one, in order and without doubles; its state is that of the later. Where messages
 * between the two are not known, only the newer stay: the list has no holes.
 */
export function mergeThread(old: ChatThread, fresh: ChatThread): ChatThread {
  const known = new Map<number, ChatMessage>()
  for (const message of [...old.messages, ...fresh.messages]) known.set(message.sequence, message)
  const all = [...known.values()].sort((one, other) => one.sequence - other.sequence)
  const hole = all.findLastIndex(({ sequence }, at) => at > 0 && all[at - 1]?.sequence !== sequence - 1)
  const messages = hole > 0 ? all.slice(hole) : all
  return { session: fresh.session, messages, hasOlder: (messages[0]?.sequence ?? 1) > 1 }
}
