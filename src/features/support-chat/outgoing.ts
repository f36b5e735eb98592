import type { MessageOutbox, Queued } from '#client/lib/message-outbox.ts'
import { readStored, removeStored, writeStored } from '#client/lib/storage.ts'
import type { ChatAttachment, ChatMessage } from '#shared/chat-schema.ts'

/** A queued message: for `sessionId`, or the first one of a new conversation about `subject`. */
export type Outgoing = {
  clientMessageId: string
  message: string
  writtenAt: string
  sessionId?: string
  subject?: string
  /** Uploaded attachments. */
  files?: readonly ChatAttachment[]
}

export type QueuedMessage = Queued<Outgoing>
export type Sent = { sessionId: string; message: ChatMessage }
export type SendQueue = MessageOutbox<Outgoing, Sent>

/** The undelivered messages of this customer, oldest first. They survive a reload, but not a sign-out. */
export function readOutgoing(customerId: string): Outgoing[] {
  return readStored(keyOf(customerId), parseOutgoing) ?? []
}

/** Re-reads storage before writing: another tab of the customer may have changed it. */
export function keepOutgoing(customerId: string, entry: Outgoing): void {
  const others = readOutgoing(customerId).filter((each) => each.clientMessageId !== entry.clientMessageId)
  writeStored(keyOf(customerId), [...others, entry])
}

export function dropOutgoing(customerId: string, clientMessageId: string): void {
  const kept = readOutgoing(customerId)
  const others = kept.filter((each) => each.clientMessageId !== clientMessageId)
  if (others.length === 0) removeStored(keyOf(customerId))
  else if (others.length < kept.length) writeStored(keyOf(customerId), others)
}

function keyOf(customerId: string): string {
  return `chat-outgoing_${customerId}`
}

export function parseOutgoing(stored: unknown): Outgoing[] | undefined {
  return Array.isArray(stored) ? stored.filter(isOutgoing) : undefined
}

function isOutgoing(entry: unknown): entry is Outgoing {
  if (typeof entry !== 'object' || entry === null) return false
  const given = entry as Record<keyof Outgoing, unknown>
  const { clientMessageId, message, writtenAt, sessionId, subject, files } = given
  return (
    [clientMessageId, message].every((text) => typeof text === 'string') &&
    !Number.isNaN(Date.parse(String(writtenAt))) &&
    (typeof sessionId === 'string' || typeof subject === 'string') &&
    (files === undefined || (Array.isArray(files) && files.every(isAttachment)))
  )
}

function isAttachment(file: unknown): file is ChatAttachment {
  if (typeof file !== 'object' || file === null) return false
  const { id, fileName, fileSize, mimeType } = file as Record<keyof ChatAttachment, unknown>
  return [id, fileName, mimeType].every((text) => typeof text === 'string') && typeof fileSize === 'number'
}
