import type { StaffRole } from '#shared/staff-role.ts'
import { getUser } from '../../accounts/account-queries.ts'
import { inRightsChange } from '../../accounts/rights-queries.ts'
import { hashRecoveryCode, startSecondFactor, totpCode, totpStep } from '../../accounts/second-factor.ts'
import { confirmFactor, deleteSecondFactor, replaceRecoveryCodes } from '../../accounts/second-factor-queries.ts'
import { type SessionKind, startSession } from '../../accounts/sessions.ts'
import { noRequest } from '../../audit/audit-queries.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { cookieName } from '../../web/auth/principal.ts'
import { noControls, setControls } from './controls.ts'
import { anUpload, aPhoto, aSubmission } from './factories.ts'
import { createTestApp, type Person, type TestApp } from './test-app.ts'

export const worldStaffPassword = 'the-staff-of-this-scene'
const FAR = '2030-01-01T00:00:00.000Z'

/**
 * Dana with a row of each kind, another customer, and staff of each role. Their `api` does not depend on their
 * sessions.
 */
export type World = AsyncDisposable & {
  app: TestApp
  dana: Person
  otherCustomer: Person
  owner: Person
  reviewer: Person
  support: Person
  finance: Person
  /** A pending submission of Dana with its photo, and a conversation with its file. */
  submissionId: string
  photoId: string
  chatId: string
  chatFileId: string
}

/** @param variables as for `createTestApp` */
export async function createWorld(variables: NodeJS.ProcessEnv = {}): Promise<World> {
  const app = await createTestApp(variables)
  await setControls(app, noControls)
  const [dana, otherCustomer] = [
    await app.alwaysAllowed(await app.customer()),
    await app.alwaysAllowed(await app.customer('Tom Okafor')),
  ]
  const colleague = async (role: StaffRole) => {
    const person = await app.colleague(role)
    await withPassword({ app }, person, worldStaffPassword)
    return app.alwaysAllowed(person)
  }
  const [owner, reviewer] = [await colleague('owner'), await colleague('reviewer')]
  const [support, finance] = [await colleague('support'), await colleague('finance')]
  const photoId = await anUpload(app, dana)
  const chatFileId = await anUpload(app, dana)
  const { sessionId: chatId } = await dana.api.chat.send({
    subject: 'My payout',
    message: 'Look',
    fileIds: [chatFileId],
  })
  const submissionId = await aSubmission(app, dana, { fileIds: [photoId] })
  const facts = { submissionId, photoId, chatId, chatFileId }
  return {
    ...{ app, dana, otherCustomer, owner, reviewer, support, finance, ...facts },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** Starts a session of this person; returns its id and its token. */
export async function aSession({ app }: Pick<World, 'app'>, { id }: Pick<Person, 'id'>, kind: SessionKind) {
  const { password_hash: passwordHash } = await getUser(app.ctx.db, id)
  return startSession(app.call, { id, passwordHash, usedSecondFactor: true }, kind, 'test')
}

/** This person with the cookie of a new session. */
export async function inNewSession(world: World, person: Person, kind: SessionKind): Promise<Person> {
  const { token } = await aSession(world, person, kind)
  return { ...person, cookie: `${cookieName(world.app.ctx.config, kind)}=${token}` }
}

/** Enables this person's second factor, replacing an earlier one; returns an unused recovery code. */
export async function secondFactorOf({ app }: Pick<World, 'app'>, staffId: string): Promise<string> {
  const code = `${newToken().slice(0, 10)}`
  await withoutSecondFactor({ app }, staffId)
  await startSecondFactor(app.call, { id: staffId, sessionId: '', username: '', ...noRequest })
  await inRightsChange(app.call, [staffId], async (tx) => {
    await confirmFactor(tx, staffId, app.clock.now().toISOString(), 0)
    await replaceRecoveryCodes(tx, staffId, [hashRecoveryCode(code)])
  })
  return code
}

/** Removes this person's second factor. */
export async function withoutSecondFactor({ app }: Pick<World, 'app'>, staffId: string): Promise<void> {
  await inRightsChange(app.call, [staffId], (tx) => deleteSecondFactor(tx, staffId))
}

/** The authenticator code that confirms a second factor started just now. */
export async function firstFactorCode(world: Pick<World, 'app'>, staffId: string): Promise<string> {
  await withoutSecondFactor(world, staffId)
  const self = { id: staffId, sessionId: '', username: '', ...noRequest }
  const { key } = await startSecondFactor(world.app.call, self)
  return totpCode(key, totpStep(world.app.clock.now().getTime()))
}

/** The MFA challenge token of a sign-in with the right password. */
export async function aTicket({ app }: Pick<World, 'app'>, staffId: string): Promise<string> {
  const ticket = newToken()
  const { password_hash } = await app.ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  const row = { token_hash: hashToken(ticket), user_id: staffId, password_hash, tries_left: 5, expires_at: FAR }
  await inTransaction(app.call, (tx) => table('mfa_challenges').insert(tx, row))
  return ticket
}

/** The token of a password reset link. */
export async function aResetToken({ app }: Pick<World, 'app'>, customerId: string): Promise<string> {
  const token = newToken()
  const row = { token_hash: hashToken(token), user_id: customerId, expires_at: FAR, ended_at: null }
  const created_at = app.clock.now().toISOString()
  await inTransaction(app.call, (tx) => table('password_resets').insert(tx, { ...row, created_at }))
  return token
}

/** A submission of Dana that `staff` has just decided with undo still possible, and its version. */
export async function aFreshDecision({ app, dana }: World, staff: Person) {
  const submissionId = await aSubmission(app, dana)
  const { version } = await staff.api.admin.submissions.setStatus({
    submissionId,
    status: 'processing',
    undoable: true,
  })
  return { submissionId, version }
}

/** A new photo of Dana that no submission has attached. */
export const aPhotoOfDana = ({ app, dana }: World) => anUpload(app, dana, 'front.png', aPhoto())

/** Sets this person's password. */
export async function withPassword({ app }: Pick<World, 'app'>, { id }: Person, password: string): Promise<void> {
  await app.ctx.db
    .updateTable('users')
    .set({ password_hash: await app.ctx.passwords.hash(password) })
    .where('id', '=', id)
    .execute()
}
