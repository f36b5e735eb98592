import type { SessionEndReason } from '#shared/account.ts'
import type { ChatSenderType } from '#shared/chat-schema.ts'

/** What use cases announce after their transaction: ids and facts, never rows, so a lost one costs only a refetch. */
export type AppEvents = {
  'submission.created': { submissionId: string; customerId: string }
  'submission.status-changed': { submissionId: string; customerId: string }
  'submission.note-added': { submissionId: string }
  /** What could still be undone cannot be any more: the security code is gone. */
  'submission.code-erased': { submissionId: string }
  /** Who has this order open, or who decides on it, is another. */
  'review.presence-changed': { submissionId: string }
  'staff.changed': { staffId: string }
  'chat.message-sent': { sessionId: string; customerId: string; sequence: number; by: ChatSenderType }
  'chat.seen': { sessionId: string; customerId: string; by: ChatSenderType }
  /** Somebody is writing at this moment: said again while they are, and never that they stopped. */
  'chat.typing': { sessionId: string; customerId: string; by: ChatSenderType; personId: string }
  /** Assigned, closed or opened again. */
  'chat.session-changed': { sessionId: string; customerId: string }
  'session.ended': { sessionId: string; reason?: SessionEndReason }
  'audit.written': { sequence: number }
  'visitors.changed': object
  /** A customer signed in, changed their profile, left, or was disabled or enabled. */
  'user.changed': { userId: string }
  /** Customers and all that was theirs are gone: what is kept in memory about them has to go as well. */
  'data.cleared': Record<never, never>
}
export type EventName = keyof AppEvents
export type AppEvent = { [Name in EventName]: { name: Name } & AppEvents[Name] }[EventName]
/** Delivered instead of the events a slow subscriber missed: read everything again. */
export type Resync = { name: 'resync' }

export type EventBus = {
  publish(event: AppEvent): void
  /** Calls `listener` at once, in the publisher's turn, until the returned function is called. */
  listen(listener: (event: AppEvent) => void): () => void
  /**
   * Events of these names from the moment of the call, until `signal` aborts. The queue is bounded: a subscriber
   * that falls behind gets one `resync` in place of what it missed. Events that do not concern it do not wake it.
   */
  subscribe<Name extends EventName>(
    names: readonly Name[],
    signal: AbortSignal,
    concerns?: (event: Extract<AppEvent, { name: Name }>) => boolean,
  ): AsyncIterable<Extract<AppEvent, { name: Name }> | Resync>
}
