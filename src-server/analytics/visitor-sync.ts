import type { TrendPoint } from '#shared/analytics-schema.ts'
import type { KnownVisitor, Sighting } from './visitors.ts'

/** Signals and requests of this time are answered together. */
const SEND_AFTER_MS = 250
/** More signals are not sent: a visitor's next one follows within two minutes. */
const MAX_UNSENT = 5_000
const VISITORS_PER_MESSAGE = 1_000

type VisitSignal = { sighting: Sighting; isView: boolean } | { leaves: string; sentAt?: number | undefined }

type VisitorMessage =
  | { kind: 'signals'; signals: VisitSignal[] }
  | { kind: 'list'; visitors: KnownVisitor[]; perMinute: TrendPoint[] }
  | { kind: 'wanted' }

/** Messages can be lost. */
export type VisitorLink = {
  send(message: VisitorMessage): void
  listen(listener: { message(message: VisitorMessage): void; reconnected(): void }): () => void
}

type OwnVisitors = {
  apply(signal: VisitSignal): void
  merge(visitors: readonly KnownVisitor[], perMinute: readonly TrendPoint[]): void
  list(): { visitors: KnownVisitor[]; perMinute: TrendPoint[] }
  missed(): void
}

/** Keeps the visitors of all nodes equal: asks for their lists now and after a lost connection. */
export function createVisitorSync(link: VisitorLink, own: OwnVisitors) {
  let unsent: VisitSignal[] = []
  let isListDue = false
  let timer: NodeJS.Timeout | undefined

  function send() {
    clearTimeout(timer)
    timer = undefined
    // Signals go first, because the list already contains their page views.
    if (unsent.length > 0) link.send({ kind: 'signals', signals: unsent })
    unsent = []
    if (isListDue) sendList()
    isListDue = false
  }

  function sendSoon() {
    timer ??= setTimeout(send, SEND_AFTER_MS).unref()
  }

  function sendList() {
    const { visitors, perMinute } = own.list()
    for (let at = 0; at === 0 || at < visitors.length; at += VISITORS_PER_MESSAGE)
      link.send({ kind: 'list', visitors: visitors.slice(at, at + VISITORS_PER_MESSAGE), perMinute })
  }

  function sendListSoon() {
    isListDue = true
    sendSoon()
  }

  const stopListening = link.listen({
    message(message) {
      if (message.kind === 'signals') for (const signal of message.signals) own.apply(signal)
      else if (message.kind === 'list') own.merge(message.visitors, message.perMinute)
      else if (message.kind === 'wanted') sendListSoon()
    },
    reconnected() {
      own.missed()
      sendListSoon()
      // A node that reconnects later did not get the list; this node asks for its list.
      link.send({ kind: 'wanted' })
    },
  })
  own.missed()
  link.send({ kind: 'wanted' })

  return {
    share(signal: VisitSignal) {
      if (unsent.length < MAX_UNSENT) unsent.push(signal)
      sendSoon()
    },
    stop() {
      send()
      stopListening()
    },
  }
}
