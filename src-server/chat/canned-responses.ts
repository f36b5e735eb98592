import { inboxMessages, MAX_SAVED_ANSWERS } from '#shared/inbox.ts'
import type { CannedResponse, CannedResponseInput } from '#shared/inbox-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { lockTable } from '../platform/db/named-locks.ts'
import { table } from '../platform/db/table.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'

/** By shortcut. */
export async function listAnswers({ db }: AppContext): Promise<CannedResponse[]> {
  return table('canned_responses').list(db, {}, 'shortcut')
}

export async function saveCannedResponse(ctx: CallContext, staff: Actor, input: CannedResponseInput) {
  const { shortcut, text } = input
  const id = input.id ?? newId()
  await inTransaction(ctx, async (tx, app) => {
    // Number and shortcuts are rules over all rows.
    await lockTable(tx, 'canned_responses')
    const responses = await table('canned_responses').list(tx, {}, 'shortcut')
    if (input.id !== undefined && !responses.some((each) => each.id === input.id)) throw notFound()
    if (responses.some((each) => each.shortcut === shortcut && each.id !== id))
      throw conflict(inboxMessages.shortcutTaken(shortcut), { field: 'shortcut' })
    if (input.id === undefined && responses.length >= MAX_SAVED_ANSWERS) throw conflict(inboxMessages.tooManyAnswers)
    await table('canned_responses').upsert(tx, { id, shortcut, text, updated_at: timestamp(app.clock) }, 'id')
    await audit(app, tx, staff, 'answer.saved', id, shortcut)
  })
  return { id, shortcut, text }
}

export async function removeCannedResponse(ctx: CallContext, staff: Actor, id: string) {
  await inTransaction(ctx, async (tx, app) => {
    if (!(await table('canned_responses').remove(tx, { id }))) throw notFound()
    await audit(app, tx, staff, 'answer.removed', id)
  })
}
