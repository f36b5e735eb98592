import { createStore } from './store.ts'

type Message = { clientMessageId: string }

export type Queued<Entry> = Entry & { state: 'sending' | 'failed' }

/** Why sending failed. `canWait`: the server did not reject the message, so a retry may succeed. */
type SendFailure = { reason: string; canWait: boolean }

export type OutboxDeps<Entry extends Message, Sent> = {
  send: (entry: Entry) => Promise<Sent>
  onSent: (entry: Entry, sent: Sent) => void
  onFailed?: (reason: string) => void
  /** Without it, only a person retries. */
  failureOf?: (error: unknown) => SendFailure
  /** Keeps undelivered messages beyond the page. */
  kept?: { read(): Entry[]; keep(entry: Entry): void; drop(clientMessageId: string): void }
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const RETRY_AFTER_MS = [1_000, 3_000, 8_000]
const notKept = { read: () => [], keep: () => {}, drop: () => {} }
const finalFailure = (): SendFailure => ({ reason: '', canWait: false })

/** Sends messages in the order they were written, from `start` on. The server stores each message id once. */
export function createMessageOutbox<Entry extends Message, Sent>({
  send,
  onSent,
  onFailed,
  failureOf = finalFailure,
  kept = notKept,
  wait = pause,
}: OutboxDeps<Entry, Sent>) {
  const store = createStore<readonly Queued<Entry>[]>([])
  let isRunning = false
  let isStopped = true
  let patience = new AbortController()

  const mark = (state: 'sending' | 'failed', matches: (entry: Queued<Entry>) => boolean) =>
    store.set(store.get().map((each) => (matches(each) ? { ...each, state } : each)))
  const forget = (id: string) => {
    kept.drop(id)
    const others = store.get().filter((each) => each.clientMessageId !== id)
    if (others.length < store.get().length) store.set(others)
  }

  async function deliver(entry: Entry) {
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

  async function run() {
    if (isRunning) return
    isRunning = true
    for (let entry = next(); entry; entry = next()) {
      const { clientMessageId } = entry
      try {
        const sent = await deliver(entry)
        if (!isStopped) onSent(entry, sent)
        forget(clientMessageId)
      } catch (error) {
        const { reason, canWait } = failureOf(error)
        // Offline, all queued messages would fail; a rejection concerns only this one.
        mark('failed', (each) => canWait || each.clientMessageId === clientMessageId)
        if (!isStopped) onFailed?.(reason)
      }
    }
    isRunning = false
  }
  const next = () => (isStopped ? undefined : store.get().find((each) => each.state === 'sending'))

  const resend = (matches: (entry: Queued<Entry>) => boolean) => {
    mark('sending', matches)
    patience.abort()
    void run()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Sends queued messages, and those kept by an earlier page. */
    start() {
      isStopped = false
      const known = new Set(store.get().map((each) => each.clientMessageId))
      const earlier = kept.read().filter((each) => !known.has(each.clientMessageId))
      store.set([...earlier.map((each) => ({ ...each, state: 'sending' as const })), ...store.get()])
      resend(() => true)
    },
    /** Stops retries. A running request may still succeed; the other messages stay stored. */
    stop() {
      isStopped = true
      patience.abort()
    },
    send(entry: Entry) {
      kept.keep(entry)
      store.set([...store.get(), { ...entry, state: 'sending' }])
      void run()
    },
    /** Sends one failed message again. */
    retry: (id: string) => resend((each) => each.clientMessageId === id),
    /** Sends failed and waiting messages immediately. */
    retryAll: () => resend(() => true),
    /** Removes a message that was delivered otherwise or is edited again. */
    forget,
  }
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
