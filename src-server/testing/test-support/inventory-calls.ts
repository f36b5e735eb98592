import { newId } from '../../platform/ids.ts'
import { aBuyer, dispose, itemOf } from './inventory.ts'
import { aPaidPayout } from './payouts.ts'
import { type MakeCall, NOWHERE, requestFor } from './route-call.ts'
import type { Person } from './test-app.ts'
import type { World } from './world.ts'

const sale = { kind: 'sold', buyer: 'Card Resale Inc.', amount: 96 } as const

/** A card of Dana that was bought, approved by this person; whatever earlier calls changed of her account. */
export async function aBoughtCardOfDana(world: World, approver: Person = world.owner): Promise<string> {
  const { id: payoutId } = await aPaidPayout(world)
  const { submissionId } = await world.owner.api.payouts.get({ id: payoutId })
  await world.app.ctx.db
    .updateTable('inventory_items')
    .set({ approved_by: approver.id })
    .where('submission_id', '=', submissionId)
    .execute()
  return submissionId
}

/** A sale of a card of Dana, as it is corrected. */
export async function aSaleOfDana(world: World): Promise<{ id: string; version: number; disposition: string }> {
  const { app, owner } = world
  const id = await aBoughtCardOfDana(world)
  const input = { kind: 'sold', buyerId: await aBuyer(app, owner), amountCents: 9600 } as const
  const { version } = await dispose(app, owner, id, input)
  const { dispositions } = await owner.api.inventory.get({ id })
  return { id, version, disposition: dispositions.at(-1)?.id ?? '' }
}

async function versionOf({ app }: World, id: string): Promise<number> {
  return (await itemOf(app.ctx.db, id)).version
}

/** A valid call of each procedure about the inventory, all of whose items are Dana's. */
export const inventoryCalls = {
  'inventory.list': () => ({ input: {} }),
  'inventory.stock': () => ({}),
  'inventory.get': async (world: World) => ({
    input: { id: await aBoughtCardOfDana(world) },
    nowhere: { id: NOWHERE },
  }),
  'inventory.dispose': async (world: World) => {
    const id = await aBoughtCardOfDana(world)
    return {
      input: { id, version: await versionOf(world, id), ...sale },
      nowhere: { id: NOWHERE, version: 1, ...sale },
    }
  },
  'inventory.disposeMany': async (world: World) => {
    const id = await aBoughtCardOfDana(world)
    return {
      input: { items: [{ id, version: await versionOf(world, id) }], ...sale },
      nowhere: { items: [{ id: NOWHERE, version: 1 }], ...sale },
    }
  },
  'inventory.importDispositions': () => ({ input: { csv: 'order,kind,reference\nGCE-7K3M9Q2XVB,recovered,R-1' } }),
  'inventory.correct': async (world: World) => {
    const sold = await aSaleOfDana(world)
    return { input: { ...sold, note: 'A mistake.' }, nowhere: { ...sold, id: NOWHERE, note: 'A mistake.' } }
  },
  'inventory.buyers': () => ({}),
  'inventory.addBuyer': () => ({ input: { name: `Buyer ${newId()}` } }),
  'inventory.renameBuyer': async ({ app, owner }: World) => ({
    input: { id: await aBuyer(app, owner), name: `Buyer ${newId()}` },
    nowhere: { id: NOWHERE, name: 'Card Resale Ltd.' },
  }),
  'inventory.eraseBuyer': async ({ app, owner }: World) => ({
    input: { id: await aBuyer(app, owner) },
    nowhere: { id: NOWHERE },
  }),
  'inventory.watch': () => ({}),
  'admin.review.recordItem': async (world: World, who: Person) => {
    const id = await aBoughtCardOfDana(world, who)
    const drained = { version: await versionOf(world, id), kind: 'written-off', cause: 'drained' } as const
    return { input: { id, ...drained }, nowhere: { id: NOWHERE, ...drained } }
  },
}

/** A valid request of each route about the inventory. */
export const inventoryRouteCalls: Readonly<Record<string, MakeCall>> = {
  'GET /api/admin/inventory': () => ({ url: '/api/admin/inventory?state=stock&age=0-2&brand=apple&page=1&limit=10' }),
  'GET /api/admin/inventory/stock': () => ({ url: '/api/admin/inventory/stock' }),
  'GET /api/admin/inventory/items.csv': () => ({ url: '/api/admin/inventory/items.csv?state=disposed' }),
  'GET /api/admin/inventory/:id': async (world) =>
    requestFor(await aBoughtCardOfDana(world), (id) => `/api/admin/inventory/${id}`),
  'POST /api/admin/inventory/:id/dispositions': async (world) => {
    const id = await aBoughtCardOfDana(world)
    const body = { version: await versionOf(world, id), ...sale }
    return requestFor(id, (each) => `/api/admin/inventory/${each}/dispositions`, body)
  },
  'POST /api/admin/inventory/dispositions': async (world) => {
    const { input, nowhere } = await inventoryCalls['inventory.disposeMany'](world)
    return { url: '/api/admin/inventory/dispositions', body: input, nowhere: { body: nowhere } }
  },
  'POST /api/admin/inventory/dispositions/import': () => ({
    url: '/api/admin/inventory/dispositions/import',
    body: inventoryCalls['inventory.importDispositions']().input,
  }),
  'POST /api/admin/inventory/:id/correct': async (world) => {
    const { id, ...sold } = await aSaleOfDana(world)
    return requestFor(id, (each) => `/api/admin/inventory/${each}/correct`, { ...sold, note: 'A mistake.' })
  },
  'GET /api/admin/inventory/buyers': () => ({ url: '/api/admin/inventory/buyers' }),
  'POST /api/admin/inventory/buyers': () => ({
    url: '/api/admin/inventory/buyers',
    body: { name: `Buyer ${newId()}` },
  }),
  'PATCH /api/admin/inventory/buyers/:id': async ({ app, owner }) =>
    requestFor(await aBuyer(app, owner), (id) => `/api/admin/inventory/buyers/${id}`, { name: `Buyer ${newId()}` }),
  'DELETE /api/admin/inventory/buyers/:id': async ({ app, owner }) =>
    requestFor(await aBuyer(app, owner), (id) => `/api/admin/inventory/buyers/${id}`),
}
