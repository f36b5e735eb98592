import { newId } from '../../platform/ids.ts'
import { aBuyer, dispose, itemOf } from './inventory.ts'
import { aDeliveredLot } from './lot-calls.ts'
import { aPaidPayout } from './payouts.ts'
import { leaves } from './procedure-call.ts'
import { NOWHERE } from './route-call.ts'
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
  'inventory.dispose': leaves('buyer.added, item.disposed', async (world) => {
    const id = await aBoughtCardOfDana(world)
    return {
      input: { id, version: await versionOf(world, id), ...sale },
      nowhere: { id: NOWHERE, version: 1, ...sale },
    }
  }),
  'inventory.disposeMany': leaves('item.disposed', async (world) => {
    const id = await aBoughtCardOfDana(world)
    return {
      input: { items: [{ id, version: await versionOf(world, id) }], ...sale },
      nowhere: { items: [{ id: NOWHERE, version: 1 }], ...sale },
    }
  }),
  'inventory.importDispositions': leaves('item.disposed', () => ({
    input: { csv: 'order,kind,reference\nGCE-7K3M9Q2XVB,recovered,R-1' },
  })),
  'inventory.correct': leaves('item.corrected', async (world) => {
    const sold = await aSaleOfDana(world)
    return { input: { ...sold, note: 'A mistake.' }, nowhere: { ...sold, id: NOWHERE, note: 'A mistake.' } }
  }),
  'inventory.buyers': () => ({}),
  'inventory.addBuyer': leaves('buyer.added', () => ({ input: { name: `Buyer ${newId()}` } })),
  'inventory.receive': leaves('item.disposed, lot.recorded', async (world) => {
    const { buyer } = await world.owner.api.lots.get({ id: await aDeliveredLot(world) })
    return { input: { id: buyer.id, reference: `WIRE-${newId()}` }, nowhere: { id: NOWHERE } }
  }),
  'inventory.renameBuyer': leaves('buyer.renamed', async ({ app, owner }) => ({
    input: { id: await aBuyer(app, owner), name: `Buyer ${newId()}` },
    nowhere: { id: NOWHERE, name: 'Card Resale Ltd.' },
  })),
  'inventory.eraseBuyer': leaves('buyer.erased', async ({ app, owner }) => ({
    input: { id: await aBuyer(app, owner) },
    nowhere: { id: NOWHERE },
  })),
  'inventory.watch': () => ({}),
  'admin.review.recordItem': leaves('item.disposed', async (world, who) => {
    const id = await aBoughtCardOfDana(world, who)
    const place = { place: 'account', name: 'Amazon 2' } as const
    const redeemed = { version: await versionOf(world, id), kind: 'redeemed', place } as const
    return { input: { id, ...redeemed }, nowhere: { id: NOWHERE, ...redeemed } }
  }),
}
