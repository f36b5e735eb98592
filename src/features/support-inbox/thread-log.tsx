import { useEffect, useRef, useState } from 'react'
import { shownFiles } from '#client/lib/chat-files.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { MessageBubble } from '#client/ui/message-bubble.tsx'
import { chatMessages } from '#shared/chat.ts'
import type { ChatThread } from '#shared/inbox-schema.ts'
import type { Reply } from './reply-queue.ts'
import { type ThreadLine, threadLines } from './thread-lines.ts'
import styles from './thread-log.module.css'

type Props = {
  thread: ChatThread
  outgoing: readonly Reply[]
  /** The last sequence the customer has seen. */
  seenSequence: number
  /** The reader. */
  staffId: string
  /** Names of those who are typing. */
  typingNames: readonly string[]
  isReadingOlder: boolean
  onOlder: () => void
  onRetry: (clientMessageId: string) => void
  onEdit: (reply: Reply) => void
}

/** The messages, newest last and in view; older ones load on request. */
export function ThreadLog(props: Props) {
  const { thread, outgoing, seenSequence, staffId, typingNames, isReadingOlder, onOlder, ...rest } = props
  const scroller = useRef<HTMLElement>(null)
  const lines = threadLines(staffId, thread.messages, outgoing, seenSequence)
  // Messages from before the thread opened are outside the live region, so they are not announced.
  const [opened] = useState(() => thread.messages.at(-1)?.sequence ?? 0)
  const written = outgoing.at(-1)?.clientMessageId

  // The list stays at its end by itself; after sending, it also scrolls there from further up.
  useEffect(() => {
    if (written !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [written])

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label="Messages">
        <div>
          {thread.hasOlder && (
            <p className={styles.older}>
              <Button variant="quiet" size="small" busy={isReadingOlder} onClick={onOlder}>
                {chatMessages.earlier}
              </Button>
            </p>
          )}
          <Lines lines={lines.filter(({ sequence }) => sequence <= opened)} {...rest} />
          <div role="log" aria-label={`Conversation with ${thread.session.userName}`}>
            <Lines lines={lines.filter(({ sequence }) => sequence > opened)} {...rest} />
          </div>
        </div>
      </section>
      <p className={styles.typing} role="status">
        {typingNames.map(chatMessages.typing).join(' ')}
      </p>
    </>
  )
}

function Lines({ lines, ...rest }: { lines: readonly ThreadLine[] } & Pick<Props, 'onRetry' | 'onEdit'>) {
  if (lines.length === 0) return null
  return (
    <ol className={styles.list}>
      {lines.map((line) => (
        <Line key={line.key} line={line} {...rest} />
      ))}
    </ol>
  )
}

function Line({ line, onRetry, onEdit }: { line: ThreadLine } & Pick<Props, 'onRetry' | 'onEdit'>) {
  const { at, from, isOwn, text, attachments, outgoing, isSeen } = line
  return (
    <MessageBubble
      isOwn={isOwn}
      from={from}
      at={at}
      time={formatDateTime(at)}
      text={text || chatMessages.filesOnly}
      files={shownFiles(attachments)}
      waitingFiles={outgoing?.files.length}
      sending={
        outgoing && {
          hasFailed: outgoing.state === 'failed',
          onRetry: () => onRetry(outgoing.clientMessageId),
          onEdit: () => onEdit(outgoing),
        }
      }
      isSeen={isSeen}
    />
  )
}
