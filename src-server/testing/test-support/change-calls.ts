import { expect } from 'vitest'
import { procedures } from '../../web/trpc/procedures.ts'
import { procedureCalls } from './procedure-calls.ts'
import { inNewSession, type World } from './world.ts'

/** Clear All Data is last: nothing is left after it. */
const last = (path: string) => Number(path === 'admin.data.clearAll')
export const mutations = Object.keys(procedures)
  .filter((path) => procedures[path]?.type === 'mutation')
  .sort((a, b) => last(a) - last(b))

/** Prepares this call, by a person who has its permission; `send` makes it. */
export async function changeOf(world: World, path: string, make = procedureCalls[path]) {
  const { app, owner, dana } = world
  const isOfStaff = path.startsWith('admin.') || /^(finance|owner)$/.test(procedures[path]?.access ?? '')
  const who = isOfStaff ? owner : dana
  const { input = {}, by } = (await make?.(world, who)) ?? {}
  const as = by ?? (await inNewSession(world, who, who === owner ? 'staff' : 'customer'))
  const send = async () => {
    const { statusCode, body } = await app.request('POST', `/trpc/${path}`, { as, body: input })
    expect(statusCode, body).toBe(200)
  }
  return { input, send }
}

/** Makes every change except Clear All Data: afterwards each table has rows. */
export async function makeEveryChange(world: World): Promise<void> {
  for (const path of mutations.slice(0, -1)) await (await changeOf(world, path)).send()
}
