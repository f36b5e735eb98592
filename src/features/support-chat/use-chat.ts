import { skipToken } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { useEffect, useState } from 'react'
import { createMessageOutbox, type Queued } from '#client/lib/message-outbox.ts'
import { readStored, removeStored, writeStored } from '#client/lib/storage.ts'
import { useStore } from '#client/lib/store.ts'
import { hasEarlier, mergeMessages } from '#client/lib/thread.ts'
import { useEarlierMessages, useFeedInput, useSeenReport, useShownTyping } from '#client/lib/thread-hooks.ts'
import { type ApiError, api, trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { CHAT_MESSAGES_PER_PAGE } from '#shared/chat.ts'
import type { ChatAttachment, ChatMessage, ChatSession } from '#shared/chat-schema.ts'

const POLL_MS = 3_000

/** The input of the first page; its cache entry also receives all later messages. */
const newestOf = (sessionId: string) => ({ sessionId, limit: CHAT_MESSAGES_PER_PAGE })

export type Chat = ReturnType<typeof useChat>

/** The customer's conversation with its messages and those to be sent; polls only while the socket is closed. */
export function useChat(customerId: string) {
  // Another device may have started a conversation.
  const session = trpc.chat.mySession.useQuery(undefined, { refetchOnMount: 'always' })
  const sessionId = session.data?.sessionId
  const messages = trpc.chat.messages.useQuery(sessionId === undefined ? skipToken : newestOf(sessionId), {
    ...usePolling(POLL_MS),
    // A response that was in flight during a push lacks the pushed message.
    structuralSharing: (old, fresh) => mergeMessages((old as ChatMessage[] | undefined) ?? [], fresh as ChatMessage[]),
  })
  const utils = trpc.useUtils()
  const earlier = useEarlierMessages(messages.data, async (before) => {
    if (sessionId === undefined) return
    const found = await api.chat.messages.query({ ...newestOf(sessionId), before })
    utils.chat.messages.setData(newestOf(sessionId), (now) => now && [...mergeMessages(found, now)])
  })

  return {
    ...useSendQueue(customerId),
    earlier: hasEarlier(messages.data ?? []) ? earlier : undefined,
    /** Null without a conversation, undefined while loading. */
    session: session.data,
    /** Undefined while loading. */
    messages: session.data === null ? [] : messages.data,
    isFailed: (session.isError && !session.data) || (messages.isError && !messages.data),
    isFetching: session.isFetching || messages.isFetching,
    retry: () => void (session.isError ? session.refetch() : messages.refetch()),
  }
}

export function useChatState(session: ChatSession | null | undefined) {
  const [isTyping, note] = useShownTyping()
  const { data } = trpc.chat.watchState.useSubscription(session ? { sessionId: session.sessionId } : skipToken, {
    onData: (state) => note(state.isTyping),
  })
  if (!session) return { seenSequence: 0, isClosed: false, isTyping: false }
  return { seenSequence: data?.seenSequence ?? 0, isClosed: data?.isClosed ?? session.isClosed, isTyping }
}

/** Keeps these loaded messages up to date, and reports what the customer has seen. */
export function useFeed({ sessionId, seenSequence: seen }: ChatSession, messages: readonly ChatMessage[]) {
  const utils = trpc.useUtils()
  trpc.chat.watch.useSubscription(useFeedInput(sessionId, messages), {
    onData: ({ data }) =>
      utils.chat.messages.setData(newestOf(sessionId), (old = []) => [...mergeMessages(old, [data])]),
  })
  const { mutate } = trpc.chat.seen.useMutation()
  useSeenReport(messages, { other: 'admin', seen }, (sequence) => mutate({ sessionId, sequence }))
}

function useSendQueue(customerId: string) {
  const utils = trpc.useUtils()
  const [failure, setFailure] = useState<string>()
  const [queue] = useState(() =>
    createMessageOutbox({
      send: ({ writtenAt: _, files = [], ...input }: Outgoing) =>
        api.chat.send.mutate({ ...input, fileIds: files.map(({ id }) => id) }),
      failureOf,
      kept: keptOutgoing(customerId),
      onSent: (entry, sent) => {
        show(entry, sent)
        setFailure(undefined)
      },
      onFailed: setFailure,
    }),
  )
  const outgoing = useStore(queue)

  /** Adds a delivered message to the query cache, unless the messages before it are still to be loaded with it. */
  function show({ subject = '' }: Outgoing, { sessionId, message }: { sessionId: string; message: ChatMessage }) {
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

  return { queue, outgoing, failure }
}

/** A retry can help without a response or after a 5xx status. */
function failureOf(error: unknown) {
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
/** The undelivered messages of this customer, oldest first. They survive a reload, but not a sign-out. */
function keptOutgoing(customerId: string) {
  const key = `chat-outgoing_${customerId}`
  const read = () => readStored(key, parseOutgoing) ?? []
  // Read before each write: another tab of the customer may have changed it.
  const allBut = (id: string) => read().filter((each) => each.clientMessageId !== id)
  return {
    read,
    keep: (entry: Outgoing) => writeStored(key, [...allBut(entry.clientMessageId), entry]),
    drop: (id: string) => {
      const others = allBut(id)
      if (others.length === 0) removeStored(key)
      else writeStored(key, others)
    },
  }
}

export function parseOutgoing(stored: unknown) {
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
