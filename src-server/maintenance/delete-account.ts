import { openOrdersProblem, recoveryProblems } from '#shared/recovery.ts'
import { assertActiveUser, getUser } from '../accounts/account-queries.ts'
import { refusal } from '../accounts/account-refusal.ts'
import { deleteKnownDevicesOf } from '../accounts/known-device-queries.ts'
import { verifyPassword } from '../accounts/passwords.ts'
import { deleteSessionsOf } from '../accounts/session-queries.ts'
import { announceEnded } from '../accounts/sessions.ts'
import { insertAuditEntry } from '../audit/audit-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { emptyWriteAheadLog, inTransaction } from '../db/database.ts'
import { deleteMailsTo } from '../mail/outbox-queries.ts'
import { endTokensFor } from '../tokens/token-queries.ts'
import { anonymizeOrders, anonymizeUser, countOpenOrders, deleteBelongings } from './delete-account-queries.ts'

/**
 * Ends a customer's account for good. Sessions, links, mails, chats, payment methods, photos and the profile go; finished
 * orders and the registration record stay for the books with nothing in them that names anybody. The address is free
 * again.
 * @throws AppError 'bad_request' when the password is not right; 'conflict' while an order is pending or processing.
 */
export async function deleteAccount(
  ctx: AppContext,
  customer: { id: string; ip: string },
  password: string,
): Promise<void> {
  const { password_hash: passwordHash } = await getUser(ctx.db, customer.id)
  if (!(await verifyPassword(passwordHash, password))) throw refusal('bad_request', recoveryProblems.wrongPassword)
  const { sessionIds, fileIds } = await inTransaction(ctx.db, async (tx) => {
    await assertActiveUser(tx, customer.id)
    const { email } = await getUser(tx, customer.id)
    const openOrders = await countOpenOrders(tx, customer.id)
    if (openOrders > 0) throw refusal('conflict', openOrdersProblem(openOrders))
    if (email !== null) await deleteMailsTo(tx, email)
    const ended = await deleteSessionsOf(tx, customer.id)
    await deleteKnownDevicesOf(tx, customer.id)
    await endTokensFor(tx, customer.id, timestamp(ctx.clock))
    const removed = await deleteBelongings(tx, customer.id)
    const orders = await anonymizeOrders(tx, customer.id)
    await anonymizeUser(tx, customer.id, timestamp(ctx.clock))
    await insertAuditEntry(
      { ...ctx, db: tx },
      {
        actorId: customer.id,
        action: 'account.deleted',
        objectId: customer.id,
        detail: `${orders} records kept without names`,
        ip: customer.ip,
      },
    )
    return { sessionIds: ended, fileIds: removed }
  })
  announceEnded(ctx, sessionIds)
  ctx.events.publish({ name: 'user.changed', userId: customer.id })
  await clearUp(ctx, fileIds)
}

/** The account is gone by now, whatever happens here: photos that are left behind have no row and are swept. */
async function clearUp(ctx: AppContext, fileIds: readonly string[]): Promise<void> {
  try {
    for (const id of fileIds) await ctx.storage.remove(id)
    await emptyWriteAheadLog(ctx.db)
  } catch (error) {
    ctx.log.error({ err: error }, 'photos of a deleted account are left to be swept')
  }
}
