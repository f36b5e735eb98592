import { z } from 'zod'
import { payoutListInput } from '#shared/payout-list-schema.ts'
import {
  begunPayout,
  correctFeeInput,
  correctReferenceInput,
  liftHoldInput,
  markSentInput,
  payout,
  payoutDetail,
  payoutIdInput,
  payoutInput,
  payoutListOutput,
  payoutNoteInput,
  payoutSignal,
  payoutTotals,
  recordReturnInput,
  releaseInput,
  sendNowInput,
  settleUnknownInput,
} from '#shared/payout-schema.ts'
import { correctFee } from '../../../payouts/book-fee.ts'
import { correctReference } from '../../../payouts/correct-reference.ts'
import { cancelByHand, holdPayout, liftPayoutHold, releasePayout } from '../../../payouts/hold-payout.ts'
import { getPayout, getPayoutDetail, listPayouts, sumPayouts } from '../../../payouts/list-payouts.ts'
import { beginByHand, markSent, releaseLock } from '../../../payouts/pay-by-hand.ts'
import { closeDebt, recordReturn } from '../../../payouts/record-return.ts'
import { cancelUnclaimed } from '../../../payouts/sending/cancel-unclaimed.ts'
import { sendNow } from '../../../payouts/sending/send-now.ts'
import { settleUnknown } from '../../../payouts/sending/settle-unknown.ts'
import type { RestCall } from '../../http/rest-call.ts'
import { answer, type Call, changing, reading } from '../resolvers.ts'
import { payoutSignals } from '../signals.ts'
import { streamed, watching } from '../subscription-output.ts'
import { financeChange, financeProcedure, router } from '../trpc.ts'
import { ledgerProcedures } from './ledger.ts'
import { payoutFileProcedures } from './payout-files.ts'

const changed = changing(({ ctx, input }: Call<{ id: string }>) => getPayout(ctx.app, input.id))

/** A change of one payout. */
const change = (path: string, summary: string, more?: Partial<RestCall>) =>
  financeChange.restChange(`/api/admin/payouts/:id/${path}`, summary, more).output(payout)

/** The payouts of all customers, for staff who pay them. Every change returns the payout as it is then. */
export const payoutsRouter = router({
  list: financeProcedure
    .rest('/api/admin/payouts', 'A page of payouts', {
      description: 'Destinations are masked. Those that wait are listed oldest first, all others newest first.',
      example: { page: 1, limit: 25, state: 'ready' },
    })
    .input(payoutListInput.prefault({}))
    .output(payoutListOutput)
    .query(reading(listPayouts)),

  get: financeProcedure
    .rest('/api/admin/payouts/:id', 'One payout with its holds, attempts and transfers')
    .input(payoutIdInput)
    .output(payoutDetail)
    .query(({ ctx, input }) => getPayoutDetail(ctx.app, input.id)),

  totals: financeProcedure.output(payoutTotals).query(reading(sumPayouts)),

  release: change('release', 'Release a payout as its second person', {
    example: { version: 3 },
  })
    .input(releaseInput)
    .mutation(changed(releasePayout)),

  hold: change('hold', 'Hold a payout until someone lifts it', {
    example: { version: 3, note: 'Ask the brand first.' },
  })
    .input(payoutNoteInput)
    .mutation(changed(holdPayout)),

  lift: change('lift', 'Lift a hold', {
    example: { version: 3, holdId: 'x4Jv1cQm0Zs7dK9LwT2b8A' },
  })
    .input(liftHoldInput)
    .mutation(changed(liftPayoutHold)),

  cancel: change('cancel', 'Cancel a payout that has not left', {
    example: { version: 3, note: 'The card was stolen.' },
  })
    .input(payoutNoteInput)
    .mutation(changed(cancelByHand)),

  begin: financeProcedure
    .limited('reveals', 'staff')
    .restChange('/api/admin/payouts/:id/begin', 'Begin to pay by hand: the answer says where the money goes', {
      description:
        'Nothing else shows finance a destination unmasked; owners and reviewers also read it in the submission, except bank numbers. Who pays, and when, is in the audit log before the answer leaves. While it is being sent, others cannot pay it.',
      example: { version: 3 },
    })
    .input(payoutInput)
    .output(begunPayout)
    .mutation(answer(beginByHand)),

  markSent: change('sent', 'Mark a payout as paid by hand: the order is completed', {
    example: { version: 3, reference: 'CA-7K3M9Q' },
  })
    .input(markSentInput)
    .mutation(changed(markSent)),

  releaseLock: change('release-lock', 'Say that a payout was not paid: it is ready again', {
    example: { version: 3 },
  })
    .input(payoutInput)
    .mutation(changed(releaseLock)),

  sendNow: financeChange
    .restChange('/api/admin/payouts/send', 'Send ready payouts by PayPal: all or none', {
      description: 'It also ends a pause, which PayPal causes by refusing the payouts of the site.',
      example: { ids: ['PO-7K3M9Q2XVB'] },
    })
    .input(sendNowInput)
    .output(z.array(payout))
    .mutation(answer(sendNow)),

  settleUnknown: change('settle', 'Record what a person found at PayPal about a payout of unknown outcome', {
    description:
      '`paid` completes the order; `fee` is what PayPal took. `not-sent` takes two colleagues and makes the payout ready again.',
    example: { version: 3, outcome: 'paid', reference: '8RX12345AB678901C' },
  })
    .input(settleUnknownInput)
    .mutation(changed(settleUnknown)),

  recordReturn: change('return', 'Record that a payout came back: the order has failed', {
    example: { version: 3, code: 'provider' },
  })
    .input(recordReturnInput)
    .mutation(changed(recordReturn)),

  closeDebt: change('close-debt', 'Close what is owed for a payout that failed or came back', {
    example: { version: 3, note: 'The card was empty.' },
  })
    .input(payoutNoteInput)
    .mutation(changed(closeDebt)),

  cancelUnclaimed: change('cancel-unclaimed', 'Have PayPal cancel a payout that its receiver has not claimed', {
    description: 'What became of it is looked up next: when PayPal has canceled it, the payout came back.',
    example: { version: 3, note: 'The customer asked for another account.' },
  })
    .input(payoutNoteInput)
    .mutation(changed(cancelUnclaimed)),

  correctFee: change('fee', 'Correct what a provider took for a paid payout', {
    description: '`fee` is all that it took, in dollars. The ledger gets the difference.',
    example: { version: 3, fee: 1.84, note: 'As the statement of November says.' },
  })
    .input(correctFeeInput)
    .mutation(changed(correctFee)),

  correctReference: change('correct-reference', 'Correct the reference of a payout that was paid by hand', {
    example: { version: 3, reference: 'CA-7K3M9Q' },
  })
    .input(correctReferenceInput)
    .mutation(changed(correctReference)),

  ...ledgerProcedures,
  ...payoutFileProcedures,

  watch: financeProcedure.output(streamed(payoutSignal)).subscription(watching(payoutSignals)),
})
