import { withBase } from '#client/lib/base-path.ts'
import { createMessageOutbox, type Queued } from '#client/lib/message-outbox.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { api, trpc } from '#client/lib/trpc.ts'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { mergeThread } from './use-thread.ts'

type ReplyDraft = { text: string; files: readonly File[] }

type OutgoingReply = {
  clientMessageId: string
  message: string
  files: readonly File[]
  sessionId: string
  writtenAt: string
}
export type Reply = Queued<OutgoingReply>

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

/** The draft and the queued replies of one conversation, with their actions. Each staff member has their own. */
export function useReplyQueue(staffId: string, sessionId: string) {
  const utils = trpc.useUtils()
  if (ofPage?.staffId !== staffId) ofPage = createReplies(staffId, utils)
  const { outbox, drafts } = ofPage
  const replies = useStore(outbox)
  const draft = useStore(drafts)[sessionId] ?? emptyDraft
  return {
    draft,
    replies: replies.filter((reply) => reply.sessionId === sessionId),
    setDraft: (next: ReplyDraft) => drafts.set(withDraft(drafts.get(), sessionId, next)),
    send: ({ text, files }: ReplyDraft) =>
      outbox.send({
        message: text,
        files,
        sessionId,
        clientMessageId: newRequestKey(),
        writtenAt: new Date().toISOString(),
      }),
    retry: outbox.retry,
    forget: outbox.forget,
  }
}

async function sendReply({ sessionId, clientMessageId, message: text, files }: OutgoingReply): Promise<ChatMessage> {
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
