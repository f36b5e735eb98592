import { deskWords, MAX_SAVED_ANSWERS, type SavedAnswer } from '#shared/inbox.ts'
import type { SavedAnswerInput } from '#shared/inbox-schema.ts'
import { insertAuditEntry } from '../audit/audit-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { deleteSavedAnswer, listSavedAnswers, upsertSavedAnswer } from './canned-response-queries.ts'

type Writer = { id: string; ip: string }

/** The team's answers, by shortcut. */
export async function listAnswers({ db }: AppContext): Promise<SavedAnswer[]> {
  return (await listSavedAnswers(db)).map(({ id, shortcut, text }) => ({ id, shortcut, text }))
}

/**
 * Makes an answer, or changes the one with this `id`.
 * @throws AppError 'conflict' when another has the shortcut or there are too many; 'not_found' when it is gone.
 */
export async function saveAnswer(ctx: AppContext, staff: Writer, input: SavedAnswerInput): Promise<SavedAnswer> {
  const { shortcut, text } = input
  const id = input.id ?? newId()
  await inTransaction(ctx, async (tx) => {
    const answers = await listSavedAnswers(tx)
    if (input.id !== undefined && !answers.some((each) => each.id === input.id)) throw notFound()
    if (answers.some((each) => each.shortcut === shortcut && each.id !== id))
      throw new AppError('conflict', deskWords.shortcutTaken(shortcut), { field: 'shortcut' })
    if (input.id === undefined && answers.length >= MAX_SAVED_ANSWERS)
      throw new AppError('conflict', deskWords.tooManyAnswers)
    await upsertSavedAnswer(tx, { id, shortcut, text, updated_at: timestamp(ctx.clock) })
    await insertAuditEntry(
      { ...ctx, db: tx },
      { actorId: staff.id, action: 'answer.saved', objectId: id, detail: shortcut, ip: staff.ip },
    )
  })
  return { id, shortcut, text }
}

/** @throws AppError 'not_found' */
export async function removeAnswer(ctx: AppContext, staff: Writer, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteSavedAnswer(tx, id))) throw notFound()
    await insertAuditEntry(
      { ...ctx, db: tx },
      { actorId: staff.id, action: 'answer.removed', objectId: id, detail: '', ip: staff.ip },
    )
  })
}
