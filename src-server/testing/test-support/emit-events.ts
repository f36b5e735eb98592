import type { ServerContext } from '../../context.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import type { RowEvent } from '../../platform/events/event-bus.ts'

/** Emits events without their changes, in a transaction of their own. */
export function emitEvents(
  { db, events }: Pick<ServerContext, 'db' | 'events'>,
  ...emitted: RowEvent[]
): Promise<void> {
  return inServerTransaction(db, (tx) => events.emit(tx, ...emitted))
}
