import { useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { createMessageOutbox } from '#client/lib/message-outbox.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { hasEarlier, mergeMessages } from '#client/lib/thread.ts'
import { useEarlierMessages, useFeedInput, useSeenReport, useShownTyping } from '#client/lib/thread-hooks.ts'
import { api, trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import type { ChatMessage } from '#shared/chat-schema.ts'
import type { ChatThread } from '#shared/inbox-schema.ts'

const POLL_MS = 3_000

export function useThread(sessionId: string) {
  const utils = trpc.useUtils()
  const query = trpc.admin.chat.thread.useQuery(
    { sessionId },
    {
      refetchOnMount: 'always',
      ...usePolling(POLL_MS),
      // Keeps messages that were pushed or loaded before.
      structuralSharing: (old, fresh) => (old ? mergeThread(old as ChatThread, fresh as ChatThread) : fresh),
    },
  )

  const earlier = useEarlierMessages(query.data?.messages, async (before) => {
    const older = await api.admin.chat.thread.query({ sessionId, before })
    utils.admin.chat.thread.setData({ sessionId }, (now) => now && mergeThread(older, now))
  })
  return { ...query, earlier }
}

export function useThreadFeed({ session: { sessionId }, messages }: ChatThread) {
  const utils = trpc.useUtils()
  trpc.admin.chat.watchThread.useSubscription(useFeedInput(sessionId, messages), {
    onData: ({ data }) =>
      utils.admin.chat.thread.setData({ sessionId }, (old) => old && mergeThread(old, { ...old, messages: [data] })),
  })
  const { mutate } = trpc.admin.chat.seen.useMutation()
  useSeenReport(messages, { other: 'user', seen: 0 }, (sequence) => mutate({ sessionId, sequence }))
}

export function useInboxState(sessionId: string) {
  const [isCustomerTyping, noteCustomer] = useShownTyping()
  const [isColleagueTyping, noteColleague] = useShownTyping()
  const [names, setNames] = useState({ user: '', admin: '' })
  const { data } = trpc.admin.chat.watchState.useSubscription(
    { sessionId },
    {
      onData: ({ typing }) => {
        // An event about one side says nothing about the other; null ends both.
        if (typing?.by !== 'admin') noteCustomer(typing !== null)
        if (typing?.by !== 'user') noteColleague(typing !== null)
        if (typing) setNames((now) => ({ ...now, [typing.by]: typing.name }))
      },
    },
  )
  const typingNames = [...(isCustomerTyping ? [names.user] : []), ...(isColleagueTyping ? [names.admin] : [])]
  return { seenSequence: data?.seenSequence ?? 0, typingNames }
}

/** Merges two responses without gaps or duplicates. The session state is that of `fresh`. */
export function mergeThread(old: ChatThread, fresh: ChatThread) {
  const messages = [...mergeMessages(old.messages, fresh.messages)]
  return { session: fresh.session, messages, hasOlder: hasEarlier(messages) }
}

type ReplyDraft = { text: string; files: readonly File[] }

type OutgoingReply = Pick<ReplyDraft, 'files'> & {
  clientMessageId: string
  message: string
  sessionId: string
  writtenAt: string
}

type Drafts = Readonly<Record<string, ReplyDraft>>
const emptyDraft: ReplyDraft = { text: '', files: [] }

/** The drafts with `draft` in one conversation. Drops empty drafts. */
export function withDraft(drafts: Drafts, sessionId: string, draft: ReplyDraft): Drafts {
  const { [sessionId]: _, ...others } = drafts
  return draft.text === '' && draft.files.length === 0 ? others : { ...others, [sessionId]: draft }
}

/** Module state keeps drafts and replies while another tab of the page is open. */
let ofPage: ReturnType<typeof createReplies> | undefined

function createReplies(staffId: string, utils: ReturnType<typeof trpc.useUtils>) {
  const outbox = createMessageOutbox({
    send: sendReply,
    onSent: ({ sessionId }: OutgoingReply, message) => {
      const own = { ...message, staff: { id: staffId, name: '' } }
      utils.admin.chat.thread.setData({ sessionId }, (old) => old && mergeThread(old, { ...old, messages: [own] }))
    },
  })
  outbox.start()
  return { staffId, outbox, drafts: createStore<Drafts>({}) }
}

export type ReplyQueue = ReturnType<typeof useReplyQueue>

/** The draft and the queued replies of one conversation, with their actions. Each staff member has their own. */
export function useReplyQueue(staffId: string, sessionId: string) {
  const utils = trpc.useUtils()
  if (ofPage?.staffId !== staffId) ofPage = createReplies(staffId, utils)
  const { outbox, drafts } = ofPage
  const replies = useStore(outbox)
  const draft = useStore(drafts)[sessionId] ?? emptyDraft
  const setDraft = (next: ReplyDraft) => drafts.set(withDraft(drafts.get(), sessionId, next))
  return {
    draft,
    outgoing: replies.filter((reply) => reply.sessionId === sessionId),
    setDraft,
    send: ({ text: message, files }: ReplyDraft) =>
      outbox.send({ message, files, sessionId, clientMessageId: newRequestKey(), writtenAt: new Date().toISOString() }),
    retry: ({ clientMessageId }: OutgoingReply) => outbox.retry(clientMessageId),
    /** Takes a reply back into the draft. */
    edit: (reply: OutgoingReply) => {
      outbox.forget(reply.clientMessageId)
      const text = draft.text ? `${reply.message}\n${draft.text}` : reply.message
      setDraft({ text, files: [...reply.files, ...draft.files] })
    },
  }
}

async function sendReply({ sessionId, clientMessageId, message: text, files }: OutgoingReply) {
  if (files.length === 0) {
    const { message } = await api.admin.chat.reply.mutate({ sessionId, clientMessageId, message: text })
    return message
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({ sessionId, clientMessageId, message: text })) form.append(name, value)
  for (const file of files) form.append('files', file, file.name)
  const answer = await fetch(withBase('/api/admin/chat/reply'), { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return ((await answer.json()) as { message: ChatMessage }).message
}
