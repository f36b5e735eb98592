import { getUser } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import type { Mail, MailSubmission } from '../platform/mail/mail-kinds.ts'
import { mailSubmission } from './submission-email.ts'

type OrderMail = Extract<Mail, { order: MailSubmission }>
type Facts<Each> = Each extends unknown ? Omit<Each, 'name' | 'order'> : never
export type OrderMailFacts = Facts<OrderMail>

/** In the caller's transaction. Returns the id of the mail; a deleted account gets none. */
export async function mailCustomer(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  facts: OrderMailFacts,
  dueAt?: string,
): Promise<string | null> {
  const { email, name } = await getUser(tx, order.user_id)
  if (email === null) return null
  const mail = { name, order: mailSubmission(order), ...facts } as OrderMail
  return enqueueMail(tx, app, { id: order.user_id, email }, mail, { dueAt })
}
