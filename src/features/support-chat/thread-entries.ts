import { formatDate } from '#client/lib/format.ts'
import type { ChatAttachment, ChatMessage } from '#shared/chat.ts'
import type { QueuedMessage } from './send-queue.ts'

const timeOnly = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const DAY_MS = 24 * 60 * 60 * 1000

/** One entry of the thread. `key` does not change when a message is delivered. */
export type ThreadEntry = {
  key: string
  at: string
  isOwn: boolean
  text: string
  attachments: readonly ChatAttachment[]
  /** Set on the newest own message if support has seen it. */
  isSeen: boolean
  /** The queued message until it is delivered. */
  outgoing?: QueuedMessage
}

/** Delivered messages, then queued ones. A message in both lists is shown once, as delivered. */
export function threadEntries(
  messages: readonly ChatMessage[],
  outgoing: readonly QueuedMessage[],
  seenSequence: number,
): ThreadEntry[] {
  const lastOwn = messages.findLast(({ senderType }) => senderType === 'user')
  const arrived = messages.map((each) => ({
    key: each.clientMessageId ?? each.id,
    at: each.timestamp,
    isOwn: each.senderType === 'user',
    text: each.message,
    attachments: each.attachments,
    isSeen: each === lastOwn && each.sequence <= seenSequence,
  }))
  const keys = new Set(arrived.map(({ key }) => key))
  const waiting = outgoing
    .filter(({ clientMessageId }) => !keys.has(clientMessageId))
    .map((entry) => ({
      key: entry.clientMessageId,
      at: entry.writtenAt,
      isOwn: true,
      text: entry.message,
      attachments: entry.files ?? [],
      isSeen: false,
      outgoing: entry,
    }))
  return [...arrived, ...waiting]
}

/** '3:20 PM' in the reader's time zone. */
export function formatTime(iso: string): string {
  return timeOnly.format(new Date(iso))
}

/** 'Today', 'Yesterday' or the date, in the reader's time zone; `now` in epoch milliseconds. */
export function formatDay(iso: string, now: number): string {
  const date = formatDate(iso)
  if (date === formatDate(new Date(now).toISOString())) return 'Today'
  if (date === formatDate(new Date(now - DAY_MS).toISOString())) return 'Yesterday'
  return date
}

/** Groups consecutive entries by day. */
export function splitByDay<Entry extends { at: string }>(
  entries: readonly Entry[],
): { day: string; entries: [Entry, ...Entry[]] }[] {
  const days: { day: string; entries: [Entry, ...Entry[]] }[] = []
  for (const entry of entries) {
    const day = formatDate(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
