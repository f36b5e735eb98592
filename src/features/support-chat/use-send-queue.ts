import { TRPCClientError } from '@trpc/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { mergeMessages } from '#client/lib/merge-messages.ts'
import { type ApiError, api, trpc } from '#client/lib/trpc.ts'
import { dropOutgoing, keepOutgoing, type Outgoing, readOutgoing } from './outgoing.ts'
import { createSendQueue, type QueuedMessage, type SendFailure, type SendQueue, type Sent } from './send-queue.ts'
import { newestOf } from './use-conversation.ts'

/** The queued messages of this customer. `onSettled` receives the error of a failure, undefined on success. */
export function useSendQueue(
  customerId: string,
  onSettled: (reason: string | undefined) => void,
): { queue: SendQueue; entries: readonly QueuedMessage[] } {
  const utils = trpc.useUtils()
  const [queue] = useState(() =>
    createSendQueue({
      send: ({ writtenAt: _, files = [], ...input }) =>
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
      wait: pause,
    }),
  )
  const entries = useSyncExternalStore(queue.subscribe, queue.getSnapshot, queue.getSnapshot)

  /** Adds a delivered message to the query cache. */
  function show({ subject = '' }: Outgoing, { sessionId, message }: Sent) {
    utils.chat.messages.setData(newestOf(sessionId), (old = []) => [...mergeMessages(old, [message])])
    utils.chat.mySession.setData(undefined, (old) => old ?? { sessionId, subject, seenSequence: 0, isClosed: false })
  }

  // Sends waiting messages as soon as the browser is online.
  useEffect(() => {
    queue.start()
    window.addEventListener('online', queue.retry)
    return () => {
      window.removeEventListener('online', queue.retry)
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
