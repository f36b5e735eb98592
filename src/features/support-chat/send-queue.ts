import type { ChatMessage } from '#shared/chat-schema.ts'
import type { Outgoing } from './outgoing.ts'

export type QueuedMessage = Outgoing & { state: 'sending' | 'failed' }
export type Sent = { sessionId: string; message: ChatMessage }

/** Why sending failed. `canWait`: the server did not reject the message, so a retry may succeed. */
export type SendFailure = { reason: string; canWait: boolean }

export type SendQueueDeps = {
  send: (entry: Outgoing) => Promise<Sent>
  failureOf: (error: unknown) => SendFailure
  kept: { read(): Outgoing[]; keep(entry: Outgoing): void; drop(clientMessageId: string): void }
  onSent: (entry: Outgoing, sent: Sent) => void
  onFailed: (reason: string) => void
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}
export type SendQueue = ReturnType<typeof createSendQueue>

const RETRY_AFTER_MS = [1_000, 3_000, 8_000]

/**
 * Sends messages sequentially, so that they arrive in the order they were written. A retry reuses the message id: the
 * server stores each id once.
 */
export function createSendQueue({ send, failureOf, kept, onSent, onFailed, wait }: SendQueueDeps) {
  let entries: readonly QueuedMessage[] = []
  let isRunning = false
  let isStopped = true
  let patience = new AbortController()
  const listeners = new Set<() => void>()

  const show = (next: readonly QueuedMessage[]) => {
    entries = next
    for (const listener of listeners) listener()
  }
  const fail = (ids: ReadonlySet<string>) =>
    show(entries.map((each) => (ids.has(each.clientMessageId) ? { ...each, state: 'failed' } : each)))
  const forget = (id: string) => {
    kept.drop(id)
    if (entries.some((each) => each.clientMessageId === id)) show(entries.filter((each) => each.clientMessageId !== id))
  }

  async function deliver(entry: Outgoing): Promise<Sent> {
    for (const delay of RETRY_AFTER_MS) {
      try {
        return await send(entry)
      } catch (error) {
        if (!failureOf(error).canWait || isStopped) throw error
        patience = new AbortController()
        await wait(delay, patience.signal)
        if (isStopped) throw error
      }
    }
    return send(entry)
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let entry = next(); entry; entry = next()) {
      try {
        const sent = await deliver(entry)
        if (!isStopped) onSent(entry, sent)
        forget(entry.clientMessageId)
      } catch (error) {
        const { reason, canWait } = failureOf(error)
        // Offline, all queued messages would fail; a rejection concerns only this one.
        fail(new Set(canWait ? entries.map((each) => each.clientMessageId) : [entry.clientMessageId]))
        if (!isStopped) onFailed(reason)
      }
    }
    isRunning = false
  }
  const next = () => (isStopped ? undefined : entries.find((each) => each.state === 'sending'))

  const retry = () => {
    show(entries.map((each) => ({ ...each, state: 'sending' as const })))
    patience.abort()
    void run()
  }

  return {
    getSnapshot: () => entries,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Resumes messages stored by an earlier page. */
    start() {
      isStopped = false
      const known = new Set(entries.map((each) => each.clientMessageId))
      const earlier = kept.read().filter((each) => !known.has(each.clientMessageId))
      show([...earlier.map((each) => ({ ...each, state: 'sending' as const })), ...entries])
      retry()
    },
    /** Stops retries. A running request may still succeed; the other messages stay stored. */
    stop() {
      isStopped = true
      patience.abort()
    },
    send(entry: Outgoing) {
      kept.keep(entry)
      show([...entries, { ...entry, state: 'sending' }])
      void run()
    },
    /** Sends failed and waiting messages immediately. */
    retry,
    /** Removes a message that was delivered otherwise or is edited again. */
    forget,
  }
}
