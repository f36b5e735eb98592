import { updateUser } from '../accounts/account-queries.ts'
import { endSession, type SessionKind, startSession } from '../accounts/sessions.ts'
import type { Access } from '../auth/permissions.ts'
import { cookieName } from '../auth/principal.ts'
import type { UserTable } from '../db/account-tables.ts'
import { inTransaction } from '../db/database.ts'
import type { Person } from './test-app.ts'
import type { World } from './world.ts'

/** Somebody in a session of their own, who is about to lose their rights. */
export type Losing = { kind: SessionKind; access: Access; person: Person; sessionId: string }
/** One fact that takes a right away. What announces it, and what else it changes, is tested where it is done. */
export type Loss = {
  name: string
  applies(losing: Pick<Losing, 'kind' | 'access'>): boolean
  lose(world: World, losing: Losing): Promise<unknown>
}

const always = () => true
const ofStaff = ({ kind }: Pick<Losing, 'kind'>) => kind === 'staff'
const changes =
  (of: (losing: Losing) => Partial<UserTable>) =>
  ({ app }: World, losing: Losing) =>
    inTransaction(app.ctx, (tx) => updateUser(tx, losing.person.id, of(losing)))
const roleWithout: Readonly<Partial<Record<Access, UserTable['role']>>> = {
  owner: 'reviewer',
  reviewer: 'support',
  support: 'reviewer',
}

/** Every fact a permission rests on, taken away alone. */
export const losses: readonly Loss[] = [
  { name: 'signed out', applies: always, lose: ({ app }, { sessionId }) => endSession(app.ctx, sessionId) },
  {
    name: 'expired',
    applies: always,
    lose: ({ app }, { sessionId }) =>
      app.ctx.db
        .updateTable('sessions')
        .set({ expires_at: app.clock.now().toISOString() })
        .where('id', '=', sessionId)
        .execute(),
  },
  { name: 'disabled', applies: always, lose: changes(() => ({ disabled_at: 'now' })) },
  {
    name: 'given another role',
    applies: ofStaff,
    lose: changes(({ access }) => ({ role: roleWithout[access] ?? 'customer' })),
  },
  {
    name: 'told to replace the password',
    applies: ({ kind, access }) => kind === 'staff' && access !== 'newPassword',
    lose: changes(() => ({ must_change_password: 1 })),
  },
]

/** This person in a new session for a call of this access, with everything they may have lost before. */
export async function aboutToLose(world: World, person: Person, access: Access): Promise<Losing> {
  const { ctx } = world.app
  const kind = access === 'customer' || access === 'member' ? 'customer' : 'staff'
  const role = kind === 'customer' ? 'customer' : access === 'reviewer' || access === 'support' ? access : 'owner'
  await inTransaction(ctx, (tx) => updateUser(tx, person.id, { role, disabled_at: null, must_change_password: 0 }))
  const { id: sessionId, token } = await startSession(ctx, person.id, kind, 'test')
  return { kind, access, sessionId, person: { ...person, cookie: `${cookieName(ctx.config, kind)}=${token}` } }
}
