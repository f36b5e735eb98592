import { formatDate } from '#client/lib/format.ts'
import { shownFiles, type ThreadEntry, threadEntries } from '#client/lib/thread.ts'
import { useNow } from '#client/lib/use-now.ts'
import { MessageBubble } from '#client/ui/message-bubble.tsx'
import { MessageList, MessageLog } from '#client/ui/message-log.tsx'
import { chatMessages, SUPPORT_NAME } from '#shared/chat.ts'
import type { ChatMessage } from '#shared/chat-schema.ts'
import styles from './thread.module.css'
import type { Conversation, SupportState } from './use-conversation.ts'
import type { QueuedMessage } from './use-send-queue.ts'

type ThreadProps = {
  conversation: Conversation
  outgoing: readonly QueuedMessage[]
  state: SupportState
  onRetry: () => void
  onEdit: (entry: QueuedMessage) => void
}

export function Thread({ conversation, outgoing, state, onRetry, onEdit }: ThreadProps) {
  const now = useNow()
  const entries = threadEntries(conversation.messages ?? [], outgoing, {
    own: 'user',
    seenSequence: state.seenSequence,
    attachmentsOf: ({ files = [] }) => files,
  })
  const { earlier } = conversation
  return (
    <MessageLog
      label="Conversation"
      role="log"
      className={styles.log}
      lastSent={outgoing.at(-1)?.clientMessageId}
      earlier={earlier && { label: chatMessages.earlier, isLoading: earlier.isLoading, onLoad: earlier.loadEarlier }}
      typing={state.isTyping ? chatMessages.typing(SUPPORT_NAME) : ''}
    >
      <div className="stack gap-4">
        {splitByDay(entries).map((day) => (
          <div key={day.day}>
            <p className={`row gap-3 margin-bottom-3 muted text-xs strong any-width ${styles.day}`}>
              <span>{formatDay(day.entries[0].at, now)}</span>
            </p>
            <MessageList>
              {day.entries.map((entry) => (
                <MessageItem key={entry.key} entry={entry} onRetry={onRetry} onEdit={onEdit} />
              ))}
            </MessageList>
          </div>
        ))}
      </div>
    </MessageLog>
  )
}

type MessageItemProps = {
  entry: ThreadEntry<ChatMessage, QueuedMessage>
  onRetry: () => void
  onEdit: (entry: QueuedMessage) => void
}

/** One message as the customer sees it: every staff member is 'Support'. */
function MessageItem({ entry, onRetry, onEdit }: MessageItemProps) {
  const { at, isOwn, text, attachments, isSeen, outgoing } = entry
  return (
    <MessageBubble
      isOwn={isOwn}
      from={isOwn ? 'You' : 'Support'}
      at={at}
      time={formatTime(at)}
      text={text}
      files={shownFiles(attachments)}
      sending={outgoing && { hasFailed: outgoing.state === 'failed', onRetry, onEdit: () => onEdit(outgoing) }}
      isSeen={isSeen}
    />
  )
}

const timeOnly = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const DAY_MS = 24 * 60 * 60 * 1000

function formatTime(iso: string): string {
  return timeOnly.format(new Date(iso))
}

/** 'Today', 'Yesterday' or the date, in the reader's time zone; `now` in epoch milliseconds. */
export function formatDay(iso: string, now: number): string {
  const date = formatDate(iso)
  if (date === formatDate(new Date(now).toISOString())) return 'Today'
  if (date === formatDate(new Date(now - DAY_MS).toISOString())) return 'Yesterday'
  return date
}

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
