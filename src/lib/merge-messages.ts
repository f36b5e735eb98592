import type { ChatMessage } from '#shared/chat-schema.ts'

/**
 * Merges two lists of one conversation, in order and without duplicates. Messages are never deleted, so an older list
 * that arrives late removes nothing. With a gap between the two, only the newer messages stay: the result has no
 * gaps. Returns `old` itself when nothing is new.
 */
export function mergeMessages<Message extends ChatMessage>(
  old: readonly Message[],
  fresh: readonly Message[],
): readonly Message[] {
  const known = new Set(old.map(({ sequence }) => sequence))
  const added = fresh.filter(({ sequence }) => !known.has(sequence))
  if (added.length === 0) return old
  const all = [...old, ...added].sort((one, other) => one.sequence - other.sequence)
  const hole = all.findLastIndex(({ sequence }, at) => at > 0 && all[at - 1]?.sequence !== sequence - 1)
  return hole > 0 ? all.slice(hole) : all
}

/** Whether earlier messages exist: messages are numbered from 1 without gaps. */
export function hasEarlier(messages: readonly ChatMessage[]): boolean {
  return (messages[0]?.sequence ?? 1) > 1
}
