import type { SessionEndReason } from '#shared/account.ts'
import type { ChatSenderType } from '#shared/chat-schema.ts'
import type { PolicyName } from '#shared/policy.ts'
import type { Tx } from '../db/database.ts'

/** Events that subscribers react to. They contain ids, not rows: a lost event costs only a refetch. */
export type AppEvents = {
  'submission.created': { submissionId: string; customerId: string }
  'submission.status-changed': { submissionId: string; customerId: string }
  'submission.overdue': { submissionId: string; customerId: string }
  'submission.note-added': { submissionId: string }
  /** The undo window has passed and the security code is purged. */
  'submission.code-erased': { submissionId: string }
  'payout.changed': { payoutId: string; customerId: string; submissionIds: readonly string[] }
  /** It waits for a second person, or has ended. */
  'act.changed': { actId: string }
  'item.changed': { submissionIds: readonly string[] }
  /** The viewers of a submission or the holder of its review lock changed. */
  'review.presence-changed': { submissionId: string }
  'staff.changed': { staffId: string }
  'chat.message-sent': { sessionId: string; customerId: string; sequence: number; by: ChatSenderType }
  'chat.seen': { sessionId: string; customerId: string; by: ChatSenderType }
  /** Repeated while a participant is typing; there is no event for the end. */
  'chat.typing': { sessionId: string; customerId: string; by: ChatSenderType; personId: string }
  'chat.session-changed': { sessionId: string; customerId: string }
  'session.ended': { sessionId: string; reason?: SessionEndReason }
  'audit.written': { sequence: number }
  'policy.changed': { policy: PolicyName }
  'site.changed': { version: number }
  'visitors.changed': object
  'catalogue.changed': { version: number }
  /** A customer signed in, changed their profile, deleted the account, or was disabled or enabled. */
  'user.changed': { userId: string }
  /** All customer data was cleared: subscribers must drop what they keep in memory about customers. */
  'data.cleared': Record<never, never>
}
export type EventName = keyof AppEvents
export type AppEvent = { [Name in EventName]: { name: Name } & AppEvents[Name] }[EventName]
/** An event of the moment, which no row repeats. A viewer who comes or goes is one; a change of the lock has a row. */
type EphemeralEvent = Extract<AppEvent, { name: 'chat.typing' | 'visitors.changed' | 'review.presence-changed' }>
export type RowEvent = Exclude<AppEvent, { name: 'chat.typing' | 'visitors.changed' }>
/** Some events were missed; the receiver must read its rows again. */
export type Resync = { name: 'resync' }
export type Delivered = AppEvent | Resync

export type EventBus = {
  /** Publishes in this order after the commit; local subscribers receive them before `inTransaction` resolves. */
  emit(tx: Tx, ...events: readonly RowEvent[]): Promise<void>
  /** Publishes an event that belongs to no change in the database. It can be lost between nodes. */
  publish(event: EphemeralEvent): void
  /** Calls `listener` synchronously at each delivery, until the returned function is called. */
  listen(listener: (event: Delivered) => void): () => void
  /**
   * Yields events of these names until `signal` aborts. A slow subscriber gets one `resync` instead of the missed ones.
   * `concerns` filters before the queue; of waiting events with one `keyOf`, the first is delivered.
   */
  subscribe<Name extends EventName>(
    names: readonly Name[],
    signal: AbortSignal,
    concerns?: (event: Extract<AppEvent, { name: Name }>) => boolean,
    keyOf?: (event: Extract<AppEvent, { name: Name }>) => string,
  ): AsyncIterable<Extract<AppEvent, { name: Name }> | Resync>
  stop(): Promise<void>
}

/** What nodes send to each other besides the database. Without an event: the journal has new rows. */
export type NodeMessage = { event?: EphemeralEvent }
