import type { ChatMessage } from '#shared/chat-schema.ts'

/** What is typed and not sent. */
export type ReplyDraft = { text: string; files: readonly File[] }

/** An answer on its way. */
export type Reply = ReplyDraft & {
  clientMessageId: string
  sessionId: string
  writtenAt: string
  state: 'sending' | 'failed'
}

export type SendReply = (reply: Omit<Reply, 'state'>) => Promise<ChatMessage>
type Desk = { drafts: Readonly<Record<string, ReplyDraft>>; replies: readonly Reply[] }
export type ReplyQueue = ReturnType<typeof createReplyQueue>

export const emptyDraft: ReplyDraft = { text: '', files: [] }

/**
 * What one member of staff has written: a draft for each conversation, and answers that are on their way or failed. They
 * are sent one after the other, each under its own id, so that a retry is stored once.
 */
export function createReplyQueue(send: SendReply) {
  let desk: Desk = { drafts: {}, replies: [] }
  let last: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()
  const show = (change: Partial<Desk>) => {
    desk = { ...desk, ...change }
    for (const listener of listeners) listener()
  }
  const forget = (id: string) => show({ replies: desk.replies.filter((each) => each.clientMessageId !== id) })
  const mark = (id: string, state: Reply['state']) =>
    show({ replies: desk.replies.map((each) => (each.clientMessageId === id ? { ...each, state } : each)) })

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
    getSnapshot: () => desk,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setDraft(sessionId: string, draft: ReplyDraft) {
      const { [sessionId]: __, ...others } = desk.drafts
      const isEmpty = draft.text === '' && draft.files.length === 0
      show({ drafts: isEmpty ? others : { ...others, [sessionId]: draft } })
    },
    send(reply: Omit<Reply, 'state'>, onSent: (message: ChatMessage) => void) {
      const sending: Reply = { ...reply, state: 'sending' }
      show({ replies: [...desk.replies, sending] })
      deliver(sending, onSent)
    },
    retry(id: string, onSent: (message: ChatMessage) => void) {
      const reply = desk.replies.find((each) => each.clientMessageId === id && each.state === 'failed')
      if (!reply) return
      mark(id, 'sending')
      deliver(reply, onSent)
    },
    /** Takes an answer out: it has arrived some other way, or its writer wants it back. */
    forget,
    /** Resolves when nothing is on its way. */
    settled: () => last,
  }
}
