import { MessageBubble } from '#client/ui/message-bubble.tsx'
import { MessageList, MessageLog } from '#client/ui/message-log.tsx'
import { Case, Section } from './section.tsx'

const at = '2026-11-20T12:00:00.000Z'
const base = { at, time: '12:00 PM', files: [], isSeen: false }
const press = () => undefined

/** Primitives of conversations. */
export function Conversation() {
  return (
    <Section title="Conversation">
      <Case title="Messages of both sides">
        <MessageLog label="Conversation" role="log" typing="Support is typing...">
          <MessageList>
            <MessageBubble {...base} isOwn={false} from="Support" text="How can we help?" />
            <MessageBubble {...base} isOwn from="You" text="When will my payout arrive?" isSeen />
          </MessageList>
        </MessageLog>
      </Case>
      <Case title="A message on its way, and one that failed">
        <ol>
          <MessageBubble
            {...base}
            isOwn
            from="You"
            text="Here is the receipt."
            waitingFiles={2}
            sending={{ hasFailed: false, onRetry: press, onEdit: press }}
          />
          <MessageBubble
            {...base}
            isOwn
            from="You"
            text="Is anybody there?"
            sending={{ hasFailed: true, onRetry: press, onEdit: press }}
          />
        </ol>
      </Case>
    </Section>
  )
}
