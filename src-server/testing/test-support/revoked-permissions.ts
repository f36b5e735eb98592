import { staffRoles } from '#shared/staff-role.ts'
import { updateRights } from '../../accounts/account-queries.ts'
import { inRightsChange } from '../../accounts/rights-queries.ts'
import { endSession, type SessionKind } from '../../accounts/sessions.ts'
import type { UserTable } from '../../platform/db/account-tables.ts'
import type { Access } from '../../web/auth/permissions.ts'
import { cookieName } from '../../web/auth/principal.ts'
import type { Person } from './test-app.ts'
import { aSession, type World } from './world.ts'

/** A caller in a new session whose permission a test is about to revoke. */
export type RevocationTarget = { kind: SessionKind; access: Access; person: Person; sessionId: string }
/** One change that revokes a permission. Its events and side effects are tested where it is implemented. */
type Revocation = {
  name: string
  applies(target: Pick<RevocationTarget, 'kind' | 'access'>): boolean
  revoke(world: World, target: RevocationTarget): Promise<unknown>
}

const always = () => true
const ofStaff = ({ kind }: Pick<RevocationTarget, 'kind'>) => kind === 'staff'
const changes =
  (of: (target: RevocationTarget) => Partial<Pick<UserTable, 'role' | 'disabled_at' | 'must_change_password'>>) =>
  ({ app }: World, target: RevocationTarget) =>
    inRightsChange(app.call, [target.person.id], (tx) => updateRights(tx, target.person.id, of(target)))
const roleWithout: Readonly<Partial<Record<Access, UserTable['role']>>> = {
  owner: 'reviewer',
  reviewer: 'support',
  support: 'reviewer',
  finance: 'reviewer',
}

/** Every state a permission depends on, revoked one at a time. */
export const revocations: readonly Revocation[] = [
  {
    name: 'signed out',
    applies: always,
    revoke: ({ app }, { person, sessionId }) => endSession(app.call, { id: person.id, sessionId }),
  },
  {
    name: 'expired',
    applies: always,
    revoke: ({ app }, { sessionId }) =>
      app.ctx.db
        .updateTable('sessions')
        .set({ expires_at: app.clock.now().toISOString() })
        .where('id', '=', sessionId)
        .execute(),
  },
  { name: 'disabled', applies: always, revoke: changes(() => ({ disabled_at: 'now' })) },
  {
    name: 'given another role',
    applies: ofStaff,
    revoke: changes(({ access }) => ({ role: roleWithout[access] ?? 'customer' })),
  },
  {
    name: 'required to replace the password',
    applies: ({ kind, access }) => kind === 'staff' && access !== 'newPassword',
    revoke: changes(() => ({ must_change_password: 1 })),
  },
]

/** This person in a new session that permits calls of this access; reverts earlier revocations. */
export async function aRevocationTarget(world: World, person: Person, access: Access): Promise<RevocationTarget> {
  const { ctx } = world.app
  const kind = access === 'customer' || access === 'member' ? 'customer' : 'staff'
  const role = kind === 'customer' ? 'customer' : (staffRoles.find((each) => each === access) ?? 'owner')
  await inRightsChange(world.app.call, [person.id], (tx) =>
    updateRights(tx, person.id, { role, disabled_at: null, must_change_password: 0 }),
  )
  const { id: sessionId, token } = await aSession(world, person, kind)
  return { kind, access, sessionId, person: { ...person, cookie: `${cookieName(ctx.config, kind)}=${token}` } }
}
