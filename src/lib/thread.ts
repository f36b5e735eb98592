import { chatMessages } from '#shared/chat.ts'
import type { ChatAttachment, ChatMessage, ChatSenderType } from '#shared/chat-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import { fileUrl } from './file-url.ts'
import type { Queued } from './message-outbox.ts'

/** `files` are uploaded already, or are sent with the message. */
export type Written = Queued<{
  clientMessageId: string
  message: string
  writtenAt: string
  files?: readonly (ChatAttachment | File)[]
}>

/** One entry of a chat thread. `key` does not change when a message is delivered. */
export type ThreadEntry<Message, Outgoing> = {
  key: string
  at: string
  isOwn: boolean
  text: string
  files: readonly ShownFile[]
  /** The number of files that are sent with the message. */
  waitingFiles: number
  /** Set on the newest own message if the other side has seen it. */
  isSeen: boolean
  delivered?: Message
  outgoing?: Outgoing
}

/**
 * Delivered messages, then queued ones. A message in both lists is shown once, as delivered. The other side has seen
 * all until `seenSequence`.
 */
export function threadEntries<Message extends ChatMessage, Outgoing extends Written>(
  messages: readonly Message[],
  outgoing: readonly Outgoing[],
  { own, seenSequence }: { own: ChatSenderType; seenSequence: number },
): ThreadEntry<Message, Outgoing>[] {
  const lastOwn = messages.findLast(({ senderType }) => senderType === own)
  const arrived = messages.map((each) => ({
    key: each.clientMessageId ?? each.id,
    at: each.timestamp,
    isOwn: each.senderType === own,
    text: each.message || chatMessages.filesOnly,
    files: each.attachments.map(shownFile),
    waitingFiles: 0,
    isSeen: each === lastOwn && each.sequence <= seenSequence,
    delivered: each,
  }))
  const keys = new Set(arrived.map(({ key }) => key))
  const waiting = outgoing
    .filter(({ clientMessageId }) => !keys.has(clientMessageId))
    .map((each) => {
      const { clientMessageId: key, writtenAt: at, message, files = [] } = each
      const uploaded = files.flatMap((file) => (file instanceof File ? [] : shownFile(file)))
      const waitingFiles = files.length - uploaded.length
      const text = message || chatMessages.filesOnly
      return { key, at, isOwn: true, text, files: uploaded, waitingFiles, isSeen: false, outgoing: each }
    })
  return [...arrived, ...waiting]
}

/** A late older list removes nothing; with a gap, the newer messages stay. `old` itself when nothing is new. */
export function mergeMessages<Message extends ChatMessage>(old: readonly Message[], fresh: readonly Message[]) {
  const known = new Set(old.map(({ sequence }) => sequence))
  const added = fresh.filter(({ sequence }) => !known.has(sequence))
  if (added.length === 0) return old
  const all = [...old, ...added].sort((one, other) => one.sequence - other.sequence)
  const hole = all.findLastIndex(({ sequence }, at) => at > 0 && all[at - 1]?.sequence !== sequence - 1)
  return hole > 0 ? all.slice(hole) : all
}

/** Whether earlier messages exist: messages are numbered from 1 without gaps. */
export function hasEarlier(messages: readonly ChatMessage[]) {
  return (messages[0]?.sequence ?? 1) > 1
}

export type ShownFile = ReturnType<typeof shownFile>

function shownFile({ id, fileName: name, fileSize, mimeType }: ChatAttachment) {
  return { id, name, size: formatFileSize(fileSize), url: fileUrl(id), isImage: mimeType.startsWith('image/') }
}
