import type { ChatMessage } from '#shared/chat-schema.ts'

/** Unsent text and files. */
export type ReplyDraft = { text: string; files: readonly File[] }

/** A queued reply. */
export type Reply = {
  clientMessageId: string
  message: string
  files: readonly File[]
  sessionId: string
  writtenAt: string
  state: 'sending' | 'failed'
}

export type SendReply = (reply: Omit<Reply, 'state'>) => Promise<ChatMessage>
type State = { drafts: Readonly<Record<string, ReplyDraft>>; replies: readonly Reply[] }
export type ReplyQueue = ReturnType<typeof createReplyQueue>

export const emptyDraft: ReplyDraft = { text: '', files: [] }

/**
 * The drafts (one per conversation) and queued replies of one staff member. Replies are sent sequentially, each with
 * its own id, so that the server stores a retry once.
 */
export function createReplyQueue(send: SendReply) {
  let current: State = { drafts: {}, replies: [] }
  let last: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()
  const show = (change: Partial<State>) => {
    current = { ...current, ...change }
    for (const listener of listeners) listener()
  }
  const forget = (id: string) => show({ replies: current.replies.filter((each) => each.clientMessageId !== id) })
  const mark = (id: string, state: Reply['state']) =>
    show({ replies: current.replies.map((each) => (each.clientMessageId === id ? { ...each, state } : each)) })

  function deliver({ state: _, ...reply }: Reply, onSent: (message: ChatMessage) => void): void {
    last = last.then(async () => {
      try {
        onSent(await send(reply))
        forget(reply.clientMessageId)
      } catch {
        mark(reply.clientMessageId, 'failed')
      }
    })
  }

  return {
    getSnapshot: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setDraft(sessionId: string, draft: ReplyDraft) {
      const { [sessionId]: __, ...others } = current.drafts
      const isEmpty = draft.text === '' && draft.files.length === 0
      show({ drafts: isEmpty ? others : { ...others, [sessionId]: draft } })
    },
    send(reply: Omit<Reply, 'state'>, onSent: (message: ChatMessage) => void) {
      const sending: Reply = { ...reply, state: 'sending' }
      show({ replies: [...current.replies, sending] })
      deliver(sending, onSent)
    },
    retry(id: string, onSent: (message: ChatMessage) => void) {
      const reply = current.replies.find((each) => each.clientMessageId === id && each.state === 'failed')
      if (!reply) return
      mark(id, 'sending')
      deliver(reply, onSent)
    },
    /** Removes a reply that was delivered otherwise or is edited again. */
    forget,
    /** Resolves when no reply is being sent. */
    settled: () => last,
  }
}
