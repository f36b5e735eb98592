import type { ChatAttachment, ChatMessage, ChatSenderType } from '#shared/chat-schema.ts'

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
  /** The message on the server; undefined while it is queued. */
  delivered?: Message
  /** The queued message until it is delivered. */
  outgoing?: Outgoing
}

type Options<Outgoing> = {
  /** The side that reads the thread. */
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
