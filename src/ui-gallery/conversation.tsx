import { AttachButton, ChosenFiles } from '#client/ui/file-picker.tsx'
import { AttachmentList, MessageBubble } from '#client/ui/message-bubble.tsx'
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

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="seagreen"/></svg>')}`
const nothing = () => undefined

/** Selected files and attachments. */
export function Files() {
  return (
    <Section title="Files">
      <Case title="AttachmentList">
        <AttachmentList
          label="Attachments"
          files={[
            { id: '1', name: 'front.png', size: '1.5 MB', url: picture, isImage: true },
            { id: '2', name: 'a-document-whose-name-goes-on-and-on.pdf', size: '20 KB', url: picture, isImage: false },
          ]}
        />
      </Case>
      <Case title="AttachButton, ChosenFiles">
        <ChosenFiles
          files={[
            { key: '1', name: 'front.png', note: '1.5 MB' },
            { key: '2', name: 'a-picture-whose-name-goes-on-and-on.png', note: 'Not uploaded', isBad: true },
          ]}
          onRemove={nothing}
        />
        <div className="cluster">
          <AttachButton label="Files" accept="image/png" onFiles={nothing} />
          <AttachButton label="Files" accept="image/png" size="small" onFiles={nothing} />
          <AttachButton label="Files" accept="image/png" disabledReason="There are ten files" onFiles={nothing} />
        </div>
      </Case>
    </Section>
  )
}
