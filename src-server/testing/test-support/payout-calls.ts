import {
  aBegunPayout,
  anOrderOfReturnedPayout,
  anUnclaimedPayout,
  anUnknownPayout,
  aPaidPayout,
  aPayoutFile,
  aPayoutForSecondPerson,
  aReadyPayout,
  aReadyPayPalPayout,
  aReturnedPayout,
  toBank,
  type VersionedPayout,
} from './payouts.ts'
import { customerPassword, type Person } from './test-app.ts'
import { type World, withPassword } from './world.ts'

const NOWHERE = 'nowhere'

/** A call about a payout at its present version, and the same about an unknown one. */
const about = ({ id, version }: VersionedPayout, more: object = {}) => ({
  input: { id, version, ...more },
  nowhere: { id: NOWHERE, version, ...more },
})
const nothing = () => ({})
const all = () => ({ input: {} })

/** A valid call of each procedure about payouts, all of which are Dana's. */
export const payoutCalls = {
  'payouts.list': all,
  'payouts.get': async (world: World) => about(await aReadyPayout(world)),
  'payouts.totals': nothing,
  'payouts.release': async (world: World) => about(await aPayoutForSecondPerson(world)),
  'payouts.hold': async (world: World) => about(await aReadyPayout(world), { note: 'Ask the brand.' }),
  'payouts.lift': async (world: World) => {
    const { holdId, ...payout } = await aPayoutForSecondPerson(world)
    return about(payout, { holdId })
  },
  'payouts.cancel': async (world: World) => about(await aReadyPayout(world), { note: 'It was stolen.' }),
  'payouts.begin': async (world: World) => about(await aReadyPayout(world)),
  'payouts.markSent': async (world: World, who: Person) => about(await aBegunPayout(world, who), { reference: 'CA-1' }),
  'payouts.releaseLock': async (world: World, who: Person) => about(await aBegunPayout(world, who)),
  'payouts.sendNow': async (world: World) => ({
    input: { ids: [(await aReadyPayPalPayout(world)).id] },
    nowhere: { ids: [NOWHERE] },
  }),
  'payouts.settleUnknown': async (world: World) =>
    about(await anUnknownPayout(world), { outcome: 'paid', reference: 'PP-1' }),
  'payouts.recordReturn': async (world: World) => about(await aPaidPayout(world), { code: 'provider' }),
  'payouts.cancelUnclaimed': async (world: World) =>
    about(await anUnclaimedPayout(world), { note: 'The customer asked.' }),
  'payouts.correctFee': async (world: World) => about(await aPaidPayout(world), { fee: 1.5, note: 'The statement.' }),
  'payouts.closeDebt': async (world: World) => about(await aReturnedPayout(world), { note: 'It was empty.' }),
  'payouts.correctReference': async (world: World) => about(await aPaidPayout(world), { reference: 'CA-2' }),
  'transactions.changePayout': async (world: World) => {
    await withPassword(world, world.dana, customerPassword)
    const change = {
      method: { type: 'paypal', details: 'dana@mail.example' },
      currentPassword: customerPassword,
    } as const
    return { input: { id: await anOrderOfReturnedPayout(world), ...change }, nowhere: { id: NOWHERE, ...change } }
  },
  'payouts.ledger': all,
  'payouts.balances': nothing,
  'payouts.files': all,
  'payouts.file': async (world: World) => ({ input: { id: (await aPayoutFile(world)).id }, nowhere: { id: NOWHERE } }),
  'payouts.makeFile': async (world: World) => {
    const payouts = [await aReadyPayout(world, toBank)]
    return { input: { format: 'bank', payouts }, nowhere: { format: 'bank', payouts: [{ id: NOWHERE, version: 1 }] } }
  },
  'payouts.downloadFile': async (world: World, who: Person) => ({
    input: { id: (await aPayoutFile(world, who)).id },
    nowhere: { id: NOWHERE },
  }),
  'payouts.markFileSent': async (world: World, who: Person) => ({
    input: { id: (await aPayoutFile(world, who)).id, reference: 'WIRE-1' },
    nowhere: { id: NOWHERE, reference: 'WIRE-1' },
  }),
  'payouts.putFileBack': async (world: World, who: Person) => ({
    input: { id: (await aPayoutFile(world, who)).id },
    nowhere: { id: NOWHERE },
  }),
  'payouts.watch': nothing,
}
