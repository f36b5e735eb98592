import { type PolicyValues, policyDefaults } from '#shared/policy.ts'
import { readPolicy } from '../../policies/policies.ts'
import type { Person, TestApp } from './test-app.ts'

/** Controls with these values, which apply at once; the others are those of a new site. */
export async function setControls({ ctx }: Pick<TestApp, 'ctx'>, changes: Partial<PolicyValues['controls']>) {
  const { id } = await ctx.db.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow()
  const { version } = await readPolicy(ctx.db, 'controls')
  const body = JSON.stringify({ ...policyDefaults.controls, ...changes })
  const made = { made_by: id, made_at: ctx.clock.now().toISOString() }
  await ctx.db
    .insertInto('policies')
    .values({ name: 'controls', version: version + 1, body, ...made })
    .execute()
  await ctx.policies.refresh()
}

/** For tests whose subject is something else: no amount needs a second person. */
export const noControls = { secondPersonFrom: null, paidAloneADay: null } as const

/** A site of one person, who needs no second one at any amount; after a return by hand they repeat the amount. */
export const worksAlone = (app: Pick<TestApp, 'ctx'>) => setControls(app, { secondPersonFrom: null, worksAlone: true })

/** Releases all that waits, as the second person or alone, in the order in which it was asked. */
export async function releaseAll({ api }: Person): Promise<string[]> {
  const states: string[] = []
  for (const { id, amount, release } of (await api.waitingActs.list()).filter(({ state }) => state === 'waiting'))
    states.push((await api.waitingActs.release({ id, ...(release === 'alone' && { amount }) })).state)
  return states
}

/** Controls for any fee, made by this owner, that do not apply yet. Returns their id. */
export async function waitingControls(app: TestApp, owner: Person): Promise<string> {
  await setControls(app, noControls)
  const { version } = await readPolicy(app.ctx.db, 'controls')
  const values = { ...policyDefaults.controls, ...noControls, usualFee: null }
  const changed = await owner.api.admin.policies.change({ name: 'controls', base: version, values })
  return (changed.name === 'controls' && changed.waiting?.id) || ''
}
