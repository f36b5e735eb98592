import {
  aBegunPayout,
  aHeldPayout,
  anOrderOfReturnedPayout,
  anUnclaimedPayout,
  anUnknownPayout,
  aPaidPayout,
  aPayoutFile,
  aReadyPayout,
  aReadyPayPalPayout,
  aReturnedPayout,
  toBank,
  type VersionedPayout,
} from './payouts.ts'
import { leaves } from './procedure-call.ts'
import { customerPassword } from './test-app.ts'
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
  'payouts.release': leaves('payout.released', async (world) => about(await aHeldPayout(world, 'second-person'))),
  'payouts.hold': leaves('payout.held', async (world) => about(await aReadyPayout(world), { note: 'Ask the brand.' })),
  'payouts.lift': leaves('payout.lifted', async (world) => {
    const { holdId, ...payout } = await aHeldPayout(world, 'by-hand')
    return about(payout, { holdId })
  }),
  'payouts.cancel': leaves('payout.canceled, submission.noted', async (world) =>
    about(await aReadyPayout(world), { note: 'It was stolen.' }),
  ),
  'payouts.begin': leaves('payout.begun', async (world) => about(await aReadyPayout(world))),
  'payouts.markSent': leaves('payout.sent', async (world, who) =>
    about(await aBegunPayout(world, who), { reference: 'CA-1' }),
  ),
  'payouts.releaseLock': leaves('payout.given-back', async (world, who) => about(await aBegunPayout(world, who))),
  'payouts.sendNow': leaves('payout.sending', async (world) => ({
    input: { ids: [(await aReadyPayPalPayout(world)).id] },
    nowhere: { ids: [NOWHERE] },
  })),
  'payouts.settleUnknown': leaves('payout.settled-by-hand', async (world) =>
    about(await anUnknownPayout(world), { outcome: 'paid', reference: 'PP-1' }),
  ),
  'payouts.recordReturn': leaves('payout.returned', async (world) =>
    about(await aPaidPayout(world), { code: 'provider' }),
  ),
  'payouts.cancelUnclaimed': leaves('submission.noted, payout.cancel-asked', async (world) =>
    about(await anUnclaimedPayout(world), { note: 'The customer asked.' }),
  ),
  'payouts.correctFee': leaves('submission.noted, payout.fee-corrected', async (world) =>
    about(await aPaidPayout(world), { fee: 1.5, note: 'The statement.' }),
  ),
  'payouts.closeDebt': leaves('act.asked', async (world) =>
    about(await aReturnedPayout(world), { note: 'It was empty.' }),
  ),
  'payouts.correctReference': leaves('submission.noted, payout.reference-corrected', async (world) =>
    about(await aPaidPayout(world), { reference: 'CA-2' }),
  ),
  'transactions.changePayout': leaves('account.payout-changed', async (world) => {
    await withPassword(world, world.dana, customerPassword)
    const change = {
      method: { type: 'paypal', details: 'dana@mail.example' },
      currentPassword: customerPassword,
    } as const
    return { input: { id: await anOrderOfReturnedPayout(world), ...change }, nowhere: { id: NOWHERE, ...change } }
  }),
  'payouts.ledger': all,
  'payouts.balances': nothing,
  'payouts.files': all,
  'payouts.file': async (world: World) => ({ input: { id: (await aPayoutFile(world)).id }, nowhere: { id: NOWHERE } }),
  'payouts.makeFile': leaves('payout.begun, payouts.exported', async (world) => {
    const payouts = [await aReadyPayout(world, toBank)]
    return { input: { format: 'bank', payouts }, nowhere: { format: 'bank', payouts: [{ id: NOWHERE, version: 1 }] } }
  }),
  'payouts.downloadFile': leaves('payout.shown-again, payouts.exported', async (world, who) => ({
    input: { id: (await aPayoutFile(world, who)).id },
    nowhere: { id: NOWHERE },
  })),
  'payouts.markFileSent': leaves('payout.sent', async (world, who) => ({
    input: { id: (await aPayoutFile(world, who)).id, reference: 'WIRE-1' },
    nowhere: { id: NOWHERE, reference: 'WIRE-1' },
  })),
  'payouts.putFileBack': leaves('payout.given-back', async (world, who) => ({
    input: { id: (await aPayoutFile(world, who)).id },
    nowhere: { id: NOWHERE },
  })),
  'payouts.watch': nothing,
}
