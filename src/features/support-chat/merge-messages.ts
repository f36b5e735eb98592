import type { ChatMessage } from '#shared/chat.ts'

/**
 * Two readings of one conversation as one, in order and without doubles. Messages are only ever added, so an older
 * reading that comes late takes nothing away. Answers `old` itself when nothing is new.
 */
export function mergeMessages(old: readonly ChatMessage[], fresh: readonly ChatMessage[]): readonly ChatMessage[] {
  const known = new Set(old.map(({ sequence }) => sequence))
  const added = fresh.filter(({ sequence }) => !known.has(sequence))
  if (added.length === 0) return old
  return [...old, ...added].sort((one, other) => one.sequence - other.sequence)
}
