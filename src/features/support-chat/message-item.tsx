import { shownFiles } from '#client/lib/chat-files.ts'
import { MessageBubble } from '#client/ui/message-bubble.tsx'
import type { QueuedMessage } from './send-queue.ts'
import { formatTime } from './thread-days.ts'
import type { ThreadEntry } from './thread-entries.ts'

type MessageItemProps = { entry: ThreadEntry; onRetry: () => void; onEdit: (entry: QueuedMessage) => void }

/** One message as the customer reads it: whoever of support wrote it is 'Support'. */
export function MessageItem({ entry, onRetry, onEdit }: MessageItemProps) {
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
