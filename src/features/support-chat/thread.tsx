import { shownFiles } from '#client/lib/chat-files.ts'
import { type ThreadEntry, threadEntries } from '#client/lib/thread-entries.ts'
import { useNow } from '#client/lib/use-now.ts'
import { MessageBubble } from '#client/ui/message-bubble.tsx'
import { MessageList, MessageLog } from '#client/ui/message-log.tsx'
import { chatMessages, SUPPORT_NAME } from '#shared/chat.ts'
import type { ChatMessage } from '#shared/chat-schema.ts'
import type { QueuedMessage } from './outgoing.ts'
import styles from './thread.module.css'
import { formatDay, formatTime, splitByDay } from './thread-days.ts'
import type { Conversation, SupportState } from './use-conversation.ts'

type ThreadProps = {
  conversation: Conversation
  outgoing: readonly QueuedMessage[]
  state: SupportState
  onRetry: () => void
  onEdit: (entry: QueuedMessage) => void
}

/** The messages by day, with queued ones at the end. */
export function Thread({ conversation, outgoing, state, onRetry, onEdit }: ThreadProps) {
  const now = useNow(60_000)
  const entries = threadEntries(conversation.messages ?? [], outgoing, {
    own: 'user',
    seenSequence: state.seenSequence,
    attachmentsOf: ({ files = [] }) => files,
  })
  const { hasEarlier, isReadingEarlier, readEarlier } = conversation
  return (
    <MessageLog
      label="Conversation"
      role="log"
      className={styles.log}
      lastSent={outgoing.at(-1)?.clientMessageId}
      earlier={
        hasEarlier ? { label: chatMessages.earlier, isLoading: isReadingEarlier, onLoad: readEarlier } : undefined
      }
      typing={state.isTyping ? chatMessages.typing(SUPPORT_NAME) : ''}
    >
      <div className={styles.days}>
        {splitByDay(entries).map((day) => (
          <div key={day.day}>
            <p className={styles.day}>
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
