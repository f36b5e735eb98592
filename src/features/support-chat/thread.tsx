import { useEffect, useRef } from 'react'
import { shownFiles } from '#client/lib/chat-files.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { MessageBubble } from '#client/ui/message-bubble.tsx'
import { chatMessages, SUPPORT_NAME } from '#shared/chat.ts'
import type { QueuedMessage } from './send-queue.ts'
import styles from './thread.module.css'
import { formatDay, formatTime, splitByDay, type ThreadEntry, threadEntries } from './thread-entries.ts'
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
  const scroller = useRef<HTMLDivElement>(null)
  const entries = threadEntries(conversation.messages ?? [], outgoing, state.seenSequence)
  const written = outgoing.at(-1)?.clientMessageId

  // The list stays at its end by itself; after sending, it also scrolls there from further up.
  useEffect(() => {
    if (written !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [written])

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={scroller} className={styles.scroller} role="log" aria-label="Conversation" tabIndex={0}>
        <div className={styles.days}>
          {conversation.hasEarlier && (
            <p className={styles.earlier}>
              <Button
                variant="quiet"
                size="small"
                busy={conversation.isReadingEarlier}
                onClick={conversation.readEarlier}
              >
                {chatMessages.earlier}
              </Button>
            </p>
          )}
          {splitByDay(entries).map((day) => (
            <div key={day.day}>
              <p className={styles.day}>
                <span>{formatDay(day.entries[0].at, now)}</span>
              </p>
              <ol className={styles.list}>
                {day.entries.map((entry) => (
                  <MessageItem key={entry.key} entry={entry} onRetry={onRetry} onEdit={onEdit} />
                ))}
              </ol>
            </div>
          ))}
        </div>
      </div>
      <p className={styles.typing} role="status">
        {state.isTyping && chatMessages.typing(SUPPORT_NAME)}
      </p>
    </>
  )
}

type MessageItemProps = { entry: ThreadEntry; onRetry: () => void; onEdit: (entry: QueuedMessage) => void }

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
