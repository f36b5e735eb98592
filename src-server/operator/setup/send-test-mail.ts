import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts'

/** Sends a test mail to this address through the outbox, as every mail is sent; `getSetup` says what became of it. */
export async function sendTestMail(ctx: CallContext, owner: Actor & { name: string }, { to }: { to: string }) {
  await inTransaction(ctx, async (tx, app) => {
    await enqueueMail(tx, app, { id: owner.id, email: to }, { kind: 'test', name: owner.name })
    await audit(app, tx, owner, 'setup.mail-sent', 'setup')
  })
}
