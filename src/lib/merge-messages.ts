import type { ChatMessage } from '#shared/chat-schema.ts'

/**
 * Two readings of one conversation as one, in order and without doubles. Messages are only ever added, so an older
 * reading that comes late takes nothing away. Where messages between the two are not known, only the newer stay: the
 * list has no holes. Answers `old` itself when nothing is new.
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

/** Whether there are earlier messages than these: they are numbered from 1 without a gap. */
export function hasEarlier(messages: readonly ChatMessage[]): boolean {
  return (messages[0]?.sequence ?? 1) > 1
}
