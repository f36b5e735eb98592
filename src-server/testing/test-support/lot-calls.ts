import { findOrderOf } from '../../payouts/payout-queries.ts'
import { newId } from '../../platform/ids.ts'
import { aPaidPayout } from './payouts.ts'
import { leaves } from './procedure-call.ts'
import { NOWHERE } from './route-call.ts'
import { customerPassword, type Person } from './test-app.ts'
import { type World, withPassword } from './world.ts'

/** The input that makes a lot of one card of Dana, or of this order. */
export async function aLotInput(world: World, submissionId?: string) {
  const id = submissionId ?? (await aBoughtCardOfDana(world))
  return { buyer: 'Card Resale Inc.', items: [{ submissionId: id, price: 96 }] }
}

async function aBoughtCardOfDana(world: World): Promise<string> {
  const { id } = await aPaidPayout(world)
  const orderId = await findOrderOf(world.app.ctx.db, id)
  if (orderId === undefined) throw new Error(`${id} has no order.`)
  return orderId
}

/** A released lot of one card of Dana. Returns its id. */
export async function aLot(world: World, maker: Person = world.owner): Promise<string> {
  return (await maker.api.lots.make(await aLotInput(world))).id
}

/** A lot whose buyer owes $96.00. Returns its id. */
export async function aDeliveredLot(world: World): Promise<string> {
  const id = await aLot(world)
  await world.owner.api.lots.record({ id, outcome: 'delivered' })
  return id
}

const about = (id: string, more: object = {}) => ({ input: { id, ...more }, nowhere: { id: NOWHERE, ...more } })

/** A valid call of each procedure about lots. */
export const lotCalls = {
  'lots.list': () => ({ input: {} }),
  'lots.get': async (world: World) => about(await aLot(world)),
  'lots.make': leaves('lot.made', async (world) => ({
    input: { ...(await aLotInput(world)), requestKey: newId() },
    nowhere: await aLotInput(world, NOWHERE),
  })),
  'lots.download': leaves('item.disposed, lot.downloaded', async (world, who) => {
    await withPassword(world, who, customerPassword)
    return about(await aLot(world), { currentPassword: customerPassword })
  }),
  'lots.record': leaves('item.disposed, lot.recorded', async (world) =>
    about(await aLot(world), { outcome: 'delivered' }),
  ),
  'lots.writeOff': leaves('item.disposed, lot.recorded', async (world) =>
    about(await aDeliveredLot(world), { amount: 96, note: 'The buyer is insolvent.' }),
  ),
  'lots.cancel': leaves('lot.canceled', async (world) => about(await aLot(world))),
}
