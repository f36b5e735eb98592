import { expect, test } from 'vitest'
import { changeOf, mutations } from '../testing/test-support/change-calls.ts'
import { createWorld } from '../testing/test-support/world.ts'

/** Whether a procedure that posts transfers asks for a second person: for what, or why it does not. */
type Asked = { asked: string } | { notAsked: string }

const card = { asked: 'a loss and a sale below cost wait from the amount; a loss by who approved the card, at any' }
const decision = { asked: 'its payout waits from the amount, and after a return by hand at any amount' }
const payment = { asked: 'one person approves and pays a limited sum in 24 hours; the payout itself was released' }
const providerSays = { notAsked: 'a person records what a provider or a bank has done' }
const entry = { asked: 'waits from the sum of its lines without their signs' }

/** Every procedure whose use case posts transfers of the ledger. */
const askedProcedures: Readonly<Record<string, Asked>> = {
  'admin.data.clearAll': { notAsked: 'an owner repeats the password, and a backup is compared before' },
  'admin.decideAppeal': { asked: 'a refund waits from the amount; else money goes nowhere' },
  'admin.problems.decide': {
    asked: 'a loss and a claw back wait from the amount; a loss by who approved the card, at any',
  },
  'admin.problems.recordRepayment': { notAsked: 'money comes in' },
  'admin.problems.waive': { asked: 'waits from the amount; by who approved the card, at any' },
  'admin.review.approve': decision,
  'admin.review.recordItem': card,
  'admin.review.setStatuses': decision,
  'admin.review.undoStatus': { notAsked: 'nothing has left within its 8 seconds' },
  'admin.submissions.setStatus': decision,
  'inventory.correct': { notAsked: 'the card is in stock as before' },
  'inventory.dispose': card,
  'inventory.disposeMany': card,
  'inventory.importDispositions': card,
  'inventory.receive': { notAsked: 'money comes in' },
  'lots.download': { asked: 'the lot was released' },
  'lots.record': { asked: 'the lot was released' },
  'lots.writeOff': { asked: 'waits from the amount; by who approved a card, at any' },
  'payouts.begin': payment,
  'payouts.cancel': { notAsked: 'nothing has left' },
  'payouts.closeDebt': { asked: 'waits from the amount, and after a return by hand at any' },
  'payouts.correctFee': { asked: 'waits from the usual fee' },
  'payouts.makeFile': payment,
  'payouts.markFileSent': providerSays,
  'payouts.markSent': providerSays,
  'payouts.putFileBack': { notAsked: 'its maker alone, or two colleagues' },
  'payouts.recordReturn': { asked: 'waits from the amount; what follows it, at any' },
  'payouts.releaseLock': { notAsked: 'who began the payment alone, or two colleagues' },
  'payouts.sendNow': payment,
  'payouts.settleUnknown': providerSays,
  'statements.adjust': entry,
  'statements.changeAccount': { notAsked: 'what the account had on its first day, while it has no lines' },
  'statements.makeAccount': { notAsked: 'what the account had on its first day' },
  'statements.moveMoney': { asked: 'between places of different kinds, and of the owner, waits from the amount' },
  'statements.reverseEntry': entry,
  'transactions.answerOffer': { notAsked: 'the seller agrees, and no money leaves' },
  'transactions.changePayout': decision,
  'waitingActs.release': { asked: 'it is the second person of all that waits' },
}

test('each procedure that posts a transfer says whether it asks for a second person, and why', async () => {
  await using world = await createWorld()
  const count = async () => (await world.app.ctx.db.selectFrom('ledger_transfers').select('key').execute()).length
  const posting: string[] = []
  for (const path of mutations) {
    const { send } = await changeOf(world, path)
    const before = await count()
    await send()
    if ((await count()) !== before) posting.push(path)
  }
  expect(posting.length).toBeGreaterThan(15)
  expect(posting.filter((path) => !(path in askedProcedures))).toEqual([])
  expect(Object.keys(askedProcedures).filter((path) => !mutations.includes(path))).toEqual([])
})
