import { accountProblems, type SignUpForm, signUpProblem } from '#shared/account.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { findCustomerByEmail, insertRegistrationRecord, insertUser } from './account-queries.ts'
import type { SignedIn } from './sessions.ts'
import { accountError } from './sign-in-errors.ts'

export async function signUp(ctx: CallContext, form: SignUpForm): Promise<SignedIn> {
  const { app } = ctx
  const { passwordMinLength, placeholderEmails } = app.config
  const problem = signUpProblem(form, { passwordMinLength, placeholders: placeholderEmails })
  if (problem) throw accountError('bad_request', problem)
  const email = form.email.toLowerCase()
  if (await findCustomerByEmail(app.db, email)) throw emailTaken()
  const passwordHash = await app.passwords.hash(form.password)
  const createdAt = timestamp(app.clock)
  const id = newId()
  await inTransaction(ctx, async (tx) => {
    if (await findCustomerByEmail(tx, email)) throw emailTaken()
    await insertUser(tx, {
      id,
      role: 'customer',
      username: null,
      email,
      name: form.name,
      phone: form.phone,
      password_hash: passwordHash,
      created_at: createdAt,
      last_login_at: createdAt,
    })
    await enqueueMail(tx, app, { id, email }, { kind: 'welcome', name: form.name })
    const submissionId = await insertRegistrationRecord(tx, {
      id,
      name: form.name,
      email,
      phone: form.phone,
      createdAt,
    })
    await app.events.emit(tx, { name: 'submission.created', submissionId, customerId: id })
  })
  return { id, passwordHash }
}

function emailTaken(): AppError {
  return accountError('conflict', accountProblems.emailTaken)
}
