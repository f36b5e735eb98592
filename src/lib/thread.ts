import type { ChatAttachment, ChatMessage, ChatSenderType } from '#shared/chat-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import { fileUrl } from './file-url.ts'

type Queued = { clientMessageId: string; message: string; writtenAt: string }

/** One entry of a chat thread. `key` does not change when a message is delivered. */
export type ThreadEntry<Message extends ChatMessage, Outgoing extends Queued> = {
  key: string
  at: string
  isOwn: boolean
  text: string
  attachments: readonly ChatAttachment[]
  /** Set on the newest own message if the other side has seen it. */
  isSeen: boolean
  delivered?: Message
  outgoing?: Outgoing
}

type Options<Outgoing> = {
  own: ChatSenderType
  /** The last sequence the other side has seen. */
  seenSequence: number
  attachmentsOf?: (outgoing: Outgoing) => readonly ChatAttachment[]
}

/** Delivered messages, then queued ones. A message in both lists is shown once, as delivered. */
export function threadEntries<Message extends ChatMessage, Outgoing extends Queued>(
  messages: readonly Message[],
  outgoing: readonly Outgoing[],
  { own, seenSequence, attachmentsOf = () => [] }: Options<Outgoing>,
): ThreadEntry<Message, Outgoing>[] {
  const lastOwn = messages.findLast(({ senderType }) => senderType === own)
  const arrived = messages.map((each) => ({
    key: each.clientMessageId ?? each.id,
    at: each.timestamp,
    isOwn: each.senderType === own,
    text: each.message,
    attachments: each.attachments,
    isSeen: each === lastOwn && each.sequence <= seenSequence,
    delivered: each,
  }))
  const keys = new Set(arrived.map(({ key }) => key))
  const waiting = outgoing
    .filter(({ clientMessageId }) => !keys.has(clientMessageId))
    .map((each) => ({
      key: each.clientMessageId,
      at: each.writtenAt,
      isOwn: true,
      text: each.message,
      attachments: attachmentsOf(each),
      isSeen: false,
      outgoing: each,
    }))
  return [...arrived, ...waiting]
}

/** A late older list removes nothing; with a gap, the newer messages stay. `old` itself when nothing is new. */
export function mergeMessages<Message extends ChatMessage>(
  old: readonly Message[],
  fresh: readonly Message[],
): readonly Message[] {
  const known = new Set(old.map(({ sequence }) => sequence))
  const added = fresh.filter(({ sequence }) => !known.has(sequence))
  if (added.length === 0) return old
  const all = [...old, ...added].sort((one, other) => one.sequence - other.sequence)
  const hole = all.findLastIndex(({ sequence }, at) => at > 0 && all[at - 1]?.sequence !== sequence - 1)
  return hole > 0 ? all.slice(hole) : all
}

/** Whether earlier messages exist: messages are numbered from 1 without gaps. */
export function hasEarlier(messages: readonly ChatMessage[]): boolean {
  return (messages[0]?.sequence ?? 1) > 1
}

/** Attachments in the format of `AttachmentList`: with formatted sizes and URLs. */
export function shownFiles(attachments: readonly ChatAttachment[]) {
  return attachments.map(({ id, fileName, fileSize, mimeType }) => ({
    id,
    name: fileName,
    size: formatFileSize(fileSize),
    url: fileUrl(id),
    isImage: mimeType.startsWith('image/'),
  }))
}
