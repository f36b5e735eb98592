import { useEffect, useRef } from 'react'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { chatMessages, SUPPORT_NAME } from '#shared/chat.ts'
import { MessageItem } from './message-item.tsx'
import type { QueuedMessage } from './send-queue.ts'
import styles from './thread.module.css'
import { formatDay, splitByDay } from './thread-days.ts'
import { threadEntries } from './thread-entries.ts'
import type { SupportState } from './use-chat-state.ts'
import type { Conversation } from './use-conversation.ts'

type ThreadProps = {
  conversation: Conversation
  outgoing: readonly QueuedMessage[]
  state: SupportState
  onRetry: () => void
  onEdit: (entry: QueuedMessage) => void
}

/** What was said, day by day, with what is still on its way at the end. */
export function Thread({ conversation, outgoing, state, onRetry, onEdit }: ThreadProps) {
  const now = useNow(60_000)
  const scroller = useRef<HTMLDivElement>(null)
  const entries = threadEntries(conversation.messages ?? [], outgoing, state.seenSequence)
  const written = outgoing.at(-1)?.clientMessageId

  // Where the list stands is the browser's: it stays at its end by itself, but who writes wants to see their words.
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
