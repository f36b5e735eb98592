import type { DisposeItemInput } from '#shared/inventory-schema.ts'
import { askedAct } from '../controls/perform-act.ts'
import { lockItemFor } from './lock-item.ts'
import { recordOnce } from './record-once.ts'

/** A repeat with the same kind and reference changes nothing. */
export const disposeItem = askedAct('card', async (app, tx, staff, input: DisposeItemInput, ask) =>
  recordOnce(app, tx, staff, await lockItemFor(app, tx, staff, { id: input.id }), input, ask),
)
