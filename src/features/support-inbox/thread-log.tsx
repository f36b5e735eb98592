import { useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { shownFiles, type ThreadEntry, threadEntries } from '#client/lib/thread.ts'
import { MessageBubble } from '#client/ui/message-bubble.tsx'
import { MessageList, MessageLog } from '#client/ui/message-log.tsx'
import { chatMessages } from '#shared/chat.ts'
import type { ChatThread, InboxMessage } from '#shared/inbox-schema.ts'
import styles from './thread-log.module.css'
import type { Reply } from './use-reply-queue.ts'

type Entry = ThreadEntry<InboxMessage, Reply>

type Props = {
  thread: ChatThread
  outgoing: readonly Reply[]
  seenSequence: number
  staffId: string
  typingNames: readonly string[]
  isReadingOlder: boolean
  onOlder: () => void
  onRetry: (clientMessageId: string) => void
  onEdit: (reply: Reply) => void
}

export function ThreadLog(props: Props) {
  const { thread, outgoing, seenSequence, staffId, typingNames, isReadingOlder, onOlder, ...actions } = props
  const entries = threadEntries(thread.messages, outgoing, { own: 'admin', seenSequence })
  // Messages from before the thread opened are outside the live region, so they are not announced.
  const [opened] = useState(() => thread.messages.at(-1)?.sequence ?? 0)
  const isOld = ({ delivered }: Entry) => delivered !== undefined && delivered.sequence <= opened
  const rest = { staffId, ...actions }
  return (
    <MessageLog
      label="Messages"
      className={styles.log}
      lastSent={outgoing.at(-1)?.clientMessageId}
      earlier={
        thread.hasOlder ? { label: chatMessages.earlier, isLoading: isReadingOlder, onLoad: onOlder } : undefined
      }
      typing={typingNames.map(chatMessages.typing).join(' ')}
    >
      <Entries entries={entries.filter(isOld)} {...rest} />
      <div role="log" aria-label={`Conversation with ${thread.session.userName}`} className={styles.live}>
        <Entries entries={entries.filter((entry) => !isOld(entry))} {...rest} />
      </div>
    </MessageLog>
  )
}

type EntryProps = Pick<Props, 'staffId' | 'onRetry' | 'onEdit'>

function Entries({ entries, ...rest }: EntryProps & { entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  return (
    <MessageList>
      {entries.map((entry) => (
        <MessageItem key={entry.key} entry={entry} {...rest} />
      ))}
    </MessageList>
  )
}

function MessageItem({ entry, staffId, onRetry, onEdit }: EntryProps & { entry: Entry }) {
  const { at, isOwn, text, attachments, delivered, outgoing, isSeen } = entry
  return (
    <MessageBubble
      isOwn={isOwn}
      from={delivered ? senderName(delivered, staffId) : 'You'}
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

/** 'You' for messages of `staffId`, otherwise the name of the sender. */
export function senderName({ staff, senderName: customer }: InboxMessage, staffId: string): string {
  if (staff === null) return customer
  return staff.id === staffId ? 'You' : staff.name
}
