import { formatDate } from '#client/lib/format.ts'
import { threadEntries } from '#client/lib/thread.ts'
import { useNow } from '#client/lib/use-now.ts'
import { MessageList, MessageLog } from '#client/ui/message-list.tsx'
import { chatMessages, SUPPORT_NAME } from '#shared/chat.ts'
import styles from './thread.module.css'
import type { Chat, QueuedMessage, useChatState } from './use-chat.ts'

type ThreadProps = { chat: Chat; state: ReturnType<typeof useChatState>; onEdit: (entry: QueuedMessage) => void }

/** The conversation as the customer sees it: every staff member is 'Support'. */
export function Thread({ chat: { messages = [], outgoing, earlier, queue }, state, onEdit }: ThreadProps) {
  const now = useNow()
  const entries = threadEntries(messages, outgoing, { own: 'user', seenSequence: state.seenSequence })
  return (
    <MessageLog
      label="Conversation"
      role="log"
      className={styles.log}
      lastSent={outgoing.at(-1)?.clientMessageId}
      earlier={earlier}
      typing={state.isTyping ? chatMessages.typing(SUPPORT_NAME) : ''}
    >
      <div className="stack gap-4">
        {splitByDay(entries).map((day) => (
          <div key={day.day}>
            <p className={`row gap-3 margin-bottom-3 muted text-xs strong any-width ${styles.day}`}>
              <span>{formatDay(day.entries[0].at, now)}</span>
            </p>
            <MessageList
              entries={day.entries}
              from={({ senderType }) => (senderType === 'user' ? 'You' : 'Support')}
              formatTime={formatTime}
              onRetry={queue.retryAll}
              onEdit={onEdit}
            />
          </div>
        ))}
      </div>
    </MessageLog>
  )
}

const timeOnly = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const DAY_MS = 24 * 60 * 60 * 1000

function formatTime(iso: string) {
  return timeOnly.format(new Date(iso))
}

/** 'Today', 'Yesterday' or the date, in the reader's time zone; `now` in epoch milliseconds. */
export function formatDay(iso: string, now: number) {
  const date = formatDate(iso)
  if (date === formatDate(new Date(now).toISOString())) return 'Today'
  if (date === formatDate(new Date(now - DAY_MS).toISOString())) return 'Yesterday'
  return date
}

export function splitByDay<Entry extends { at: string }>(entries: readonly Entry[]) {
  const days: { day: string; entries: [Entry, ...Entry[]] }[] = []
  for (const entry of entries) {
    const day = formatDate(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
