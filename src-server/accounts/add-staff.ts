import { randomBytes } from 'node:crypto'
import type { AddStaffInput } from '#shared/staff-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { conflict } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { findStaffByUsername, insertUser } from './account-queries.ts'

/** Creates a staff account. Its one-time password is returned only here and replaced at the first sign-in. */
export async function addStaff(ctx: CallContext, owner: Actor, { name, username, role }: AddStaffInput) {
  const { password, hash } = await newStaffPassword(ctx.app)
  const id = newId()
  await inTransaction(ctx, async (tx, app) => {
    if (await findStaffByUsername(tx, username)) throw conflict(`The username ${username} is taken.`)
    await insertUser(tx, {
      id,
      role,
      username,
      name,
      password_hash: hash,
      created_at: timestamp(app.clock),
      must_change_password: 1,
    })
    const detail = `${username}, ${role}`
    await audit(app, tx, owner, 'staff.added', id, detail)
    await app.events.emit(tx, { name: 'staff.changed', staffId: id })
  })
  return { id, username, password }
}

/** A password of 120 random bits, in letters and digits that are easy to type, and its hash. */
export async function newStaffPassword({ passwords }: Pick<AppContext, 'passwords'>) {
  const password = randomBytes(15).toString('base64url')
  return { password, hash: await passwords.hash(password) }
}
