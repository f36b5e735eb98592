import { z } from 'zod'
import { pageOf } from '#shared/paging-schema.ts'
import { payoutListInput } from '#shared/payout-list-schema.ts'
import {
  balancesOutput,
  beginInput,
  begunPayout,
  closeDebtInput,
  correctFeeInput,
  correctReferenceInput,
  ledgerInput,
  liftHoldInput,
  markSentInput,
  payout,
  payoutDetail,
  payoutInput,
  payoutNoteInput,
  payoutSignal,
  payoutTotals,
  recordReturnInput,
  releaseInput,
  sendNowInput,
  settleUnknownInput,
  transfer,
} from '#shared/payout-schema.ts'
import { float } from '#shared/reconciliation-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { mayWait } from '#shared/waiting-act-schema.ts'
import { correctFee, correctReference } from '../../../payouts/correct-paid.ts'
import { cancelByHand, holdPayout, liftPayoutHold, releasePayout } from '../../../payouts/hold-payout.ts'
import {
  getFloat,
  getPayout,
  getPayoutDetail,
  listBalanceSums,
  listLedger,
  listPayouts,
  sumPayouts,
} from '../../../payouts/list-payouts.ts'
import { beginByHand, markSent, releaseLock } from '../../../payouts/pay-by-hand.ts'
import { closeDebt, recordReturn } from '../../../payouts/record-return.ts'
import { cancelUnclaimed, sendNow, settleUnknown } from '../../../payouts/sending/paypal-calls.ts'
import type { RestCall } from '../../http/rest-call.ts'
import { changing } from '../declaring.ts'
import { payoutSignals } from '../signals.ts'
import { financeChange, financeProcedure, router } from '../trpc.ts'
import { payoutFileProcedures } from './payout-files.ts'

const payoutOrWaiting = payout.extend(mayWait)

const changed = changing((ctx, _, input: { id: string }) => getPayout(ctx.app, input.id))

/** A change of one payout. */
const change = (path: string, summary: string, more?: Partial<RestCall>) =>
  financeChange.restChange(`/api/admin/payouts/:id/${path}`, summary, more)

/** The payouts of all customers, for staff who pay them. Every change returns the payout as it is then. */
export const payoutsRouter = router({
  list: financeProcedure
    .rest('/api/admin/payouts', 'A page of payouts', {
      description: 'Destinations are masked. Those that wait are listed oldest first, all others newest first.',
      example: { page: 1, limit: 25, state: 'ready' },
    })
    .reads(pageOf(payout), listPayouts, payoutListInput.prefault({})),

  get: financeProcedure
    .rest('/api/admin/payouts/:id', 'One payout with its holds, attempts and transfers')
    .reads(payoutDetail, (app, { id }) => getPayoutDetail(app, id), idInput),

  totals: financeProcedure.reads(payoutTotals, sumPayouts),

  release: change('release', 'Release a payout as its second person', {
    scopes: [],
    example: { version: 3 },
  }).answers(payout, changed(releasePayout), releaseInput),

  hold: change('hold', 'Hold a payout until someone lifts it', {
    example: { version: 3, note: 'Ask the brand first.' },
  }).answers(payout, changed(holdPayout), payoutNoteInput),

  lift: change('lift', 'Lift a hold', {
    example: { version: 3, holdId: 'x4Jv1cQm0Zs7dK9LwT2b8A' },
  }).answers(payout, changed(liftPayoutHold), liftHoldInput),

  cancel: change('cancel', 'Cancel a payout that has not left', {
    example: { version: 3, note: 'The card was stolen.' },
  }).answers(payout, changed(cancelByHand), payoutNoteInput),

  begin: financeProcedure
    .limited('reveals', 'staff')
    .restChange('/api/admin/payouts/:id/begin', 'Begin to pay by hand: the answer says where the money goes', {
      description:
        'Nothing else shows finance a destination unmasked; owners and reviewers also read it in the submission, except bank numbers. Who pays, and when, is in the audit log before the answer leaves. While it is being sent, others cannot pay it.',
      example: { version: 3 },
    })
    .answers(begunPayout, beginByHand, beginInput),

  markSent: change('sent', 'Mark a payout as paid by hand: the order is completed', {
    example: { version: 3, reference: 'CA-7K3M9Q' },
  }).answers(payout, changed(markSent), markSentInput),

  releaseLock: change('release-lock', 'Say that a payout was not paid: it is ready again', {
    example: { version: 3 },
  }).answers(payout, changed(releaseLock), payoutInput),

  sendNow: financeChange
    .restChange('/api/admin/payouts/send', 'Send ready payouts by PayPal: all or none', {
      description: 'It also ends a pause, which PayPal causes by refusing the payouts of the site.',
      example: { ids: ['PO-7K3M9Q2XVB'] },
    })
    .answers(z.array(payout), sendNow, sendNowInput),

  settleUnknown: change('settle', 'Record what a person found at PayPal about a payout of unknown outcome', {
    description:
      '`paid` completes the order; `fee` is what PayPal took. `not-sent` takes two colleagues and makes the payout ready again.',
    example: { version: 3, outcome: 'paid', reference: '8RX12345AB678901C' },
  }).answers(payout, changed(settleUnknown), settleUnknownInput),

  recordReturn: change('return', 'Record that a payout came back: the order has failed', {
    example: { version: 3, code: 'provider' },
  }).answers(payoutOrWaiting, changed(recordReturn), recordReturnInput),

  closeDebt: change('close-debt', 'Close what is owed for a payout that failed or came back', {
    description:
      'After a return that a person recorded, it waits for a second person at any amount, until a line of the bank confirms the return.',
    example: { version: 3, note: 'The card was empty.' },
  }).answers(payoutOrWaiting, changed(closeDebt), closeDebtInput),

  cancelUnclaimed: change('cancel-unclaimed', 'Have PayPal cancel a payout that its receiver has not claimed', {
    description: 'What became of it is looked up next: when PayPal has canceled it, the payout came back.',
    example: { version: 3, note: 'The customer asked for another account.' },
  }).answers(payout, changed(cancelUnclaimed), payoutNoteInput),

  correctFee: change('fee', 'Correct what a provider took for a paid payout', {
    description:
      '`fee` is all that it took, in dollars. The ledger gets the difference. From the usual fee of the controls on, it waits for a second person.',
    example: { version: 3, fee: 1.84, note: 'As the statement of November says.' },
  }).answers(payoutOrWaiting, changed(correctFee), correctFeeInput),

  correctReference: change('correct-reference', 'Correct the reference of a payout that was paid by hand', {
    example: { version: 3, reference: 'CA-7K3M9Q' },
  }).answers(payout, changed(correctReference), correctReferenceInput),

  ledger: financeProcedure
    .rest('/api/admin/ledger', 'A page of the ledger, newest first', {
      example: { page: 1, limit: 25, account: 'cards' },
    })
    .reads(pageOf(transfer), listLedger, ledgerInput.prefault({})),

  balances: financeProcedure
    .rest('/api/admin/ledger/balances', 'The balance of each account', {
      description: 'What came in minus what went out. What is owed to all customers is the account `payable`.',
    })
    .reads(balancesOutput, listBalanceSums),

  float: financeProcedure
    .rest('/api/admin/payouts/float', "PayPal's balance beside what it has to pay", {
      description:
        'The balance is kept for 5 minutes, and absent when PayPal does not say it. Without a PayPal app the answer is empty.',
    })
    .reads(float, getFloat),

  ...payoutFileProcedures,

  watch: financeProcedure.watches(payoutSignal, payoutSignals),
})
