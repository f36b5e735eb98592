import { TRPCClientError } from '@trpc/client'
import { useEffect, useState } from 'react'
import { mergeMessages } from '#client/lib/merge-messages.ts'
import { createMessageOutbox, type SendFailure } from '#client/lib/message-outbox.ts'
import { useStore } from '#client/lib/store.ts'
import { type ApiError, api, trpc } from '#client/lib/trpc.ts'
import {
  dropOutgoing,
  keepOutgoing,
  type Outgoing,
  type QueuedMessage,
  readOutgoing,
  type SendQueue,
  type Sent,
} from './outgoing.ts'
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

  /** Adds a delivered message to the query cache. */
  function show({ subject = '' }: Outgoing, { sessionId, message }: Sent) {
    utils.chat.messages.setData(newestOf(sessionId), (old = []) => [...mergeMessages(old, [message])])
    utils.chat.mySession.setData(undefined, (old) => old ?? { sessionId, subject, seenSequence: 0, isClosed: false })
  }

  // Sends waiting messages as soon as the browser is online.
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
  if (!data) return { reason: 'We could not reach the server.', canWait: true }
  return { reason: (error as ApiError).message, canWait: data.httpStatus >= 500 }
}
