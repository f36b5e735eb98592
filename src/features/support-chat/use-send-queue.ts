import { TRPCClientError } from '@trpc/client'
import { useEffect, useState } from 'react'
import { createMessageOutbox, type MessageOutbox, type Queued, type SendFailure } from '#client/lib/message-outbox.ts'
import { readStored, removeStored, writeStored } from '#client/lib/storage.ts'
import { useStore } from '#client/lib/store.ts'
import { mergeMessages } from '#client/lib/thread.ts'
import { type ApiError, api, trpc } from '#client/lib/trpc.ts'
import type { ChatAttachment, ChatMessage } from '#shared/chat-schema.ts'
import { newestOf } from './use-conversation.ts'

/** The queued messages of this customer. `onSettled` receives the error of a failure, undefined on success. */
export function useSendQueue(
  customerId: string,
  onSettled: (reason: string | undefined) => void,
): { queue: SendQueue; entries: readonly QueuedMessage[] } {
  const utils = trpc.useUtils()
  const [queue] = useState(() =>
    createMessageOutbox({
      send: ({ writtenAt: _, files = [], ...input }: Outgoing) =>
        api.chat.send.mutate({ ...input, fileIds: files.map(({ id }) => id) }),
      failureOf,
      kept: {
        read: () => readOutgoing(customerId),
        keep: (entry) => keepOutgoing(customerId, entry),
        drop: (id) => dropOutgoing(customerId, id),
      },
      onSent: (entry, sent) => {
        show(entry, sent)
        onSettled(undefined)
      },
      onFailed: onSettled,
    }),
  )
  const entries = useStore(queue)

  /** Adds a delivered message to the query cache, unless the messages before it are still to be loaded with it. */
  function show({ subject = '' }: Outgoing, { sessionId, message }: Sent) {
    utils.chat.messages.setData(newestOf(sessionId), (old) =>
      old || message.sequence === 1 ? [...mergeMessages(old ?? [], [message])] : undefined,
    )
    utils.chat.mySession.setData(undefined, (old) => old ?? { sessionId, subject, seenSequence: 0, isClosed: false })
  }

  useEffect(() => {
    queue.start()
    window.addEventListener('online', queue.retryAll)
    return () => {
      window.removeEventListener('online', queue.retryAll)
      queue.stop()
    }
  }, [queue])

  return { queue, entries }
}

/** A retry can help without a response or after a 5xx status. */
function failureOf(error: unknown): SendFailure {
  const data = error instanceof TRPCClientError ? (error as ApiError).data : undefined
  if (!data) return { reason: "We can't reach the server.", canWait: true }
  return { reason: (error as ApiError).message, canWait: data.httpStatus >= 500 }
}

/** A queued message: for `sessionId`, or the first one of a new conversation about `subject`. */
type Outgoing = {
  clientMessageId: string
  message: string
  writtenAt: string
  sessionId?: string
  subject?: string
  files?: readonly ChatAttachment[]
}

export type QueuedMessage = Queued<Outgoing>
type Sent = { sessionId: string; message: ChatMessage }
export type SendQueue = MessageOutbox<Outgoing, Sent>

/** The undelivered messages of this customer, oldest first. They survive a reload, but not a sign-out. */
function readOutgoing(customerId: string): Outgoing[] {
  return readStored(keyOf(customerId), parseOutgoing) ?? []
}

/** Re-reads storage before writing: another tab of the customer may have changed it. */
function keepOutgoing(customerId: string, entry: Outgoing): void {
  const others = readOutgoing(customerId).filter((each) => each.clientMessageId !== entry.clientMessageId)
  writeStored(keyOf(customerId), [...others, entry])
}

function dropOutgoing(customerId: string, clientMessageId: string): void {
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
