import { useCallback, useSyncExternalStore } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { api, trpc } from '#client/lib/trpc.ts'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { createReplyQueue, emptyDraft, type ReplyDraft, type SendReply } from './reply-queue.ts'
import { mergeThread } from './use-thread.ts'

let ofPage: { staffId: string; queue: ReturnType<typeof createReplyQueue> } | undefined

/** Module state keeps drafts while another tab of the page is open; another staff member gets a new queue. */
function queueOf(staffId: string) {
  if (ofPage?.staffId !== staffId) ofPage = { staffId, queue: createReplyQueue(sendReply) }
  return ofPage.queue
}

/** The draft and the queued replies of one conversation, with their actions. */
export function useReplyQueue(staffId: string, sessionId: string) {
  const queue = queueOf(staffId)
  const { drafts, replies } = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  const utils = trpc.useUtils()
  const onSent = useCallback(
    (message: ChatMessage) =>
      utils.admin.chat.thread.setData({ sessionId }, (old) => {
        const own = { ...message, staff: { id: staffId, name: '' } }
        return old && mergeThread(old, { ...old, messages: [own] })
      }),
    [utils, sessionId, staffId],
  )
  return {
    draft: drafts[sessionId] ?? emptyDraft,
    replies: replies.filter((reply) => reply.sessionId === sessionId),
    setDraft: useCallback((draft: ReplyDraft) => queue.setDraft(sessionId, draft), [queue, sessionId]),
    send: (draft: ReplyDraft) =>
      queue.send(
        {
          message: draft.text,
          files: draft.files,
          sessionId,
          clientMessageId: newRequestKey(),
          writtenAt: new Date().toISOString(),
        },
        onSent,
      ),
    retry: (id: string) => queue.retry(id, onSent),
    forget: queue.forget,
  }
}

const sendReply: SendReply = async ({ sessionId, clientMessageId, message: text, files }) => {
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
