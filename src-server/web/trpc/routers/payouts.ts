import { z } from 'zod'
import { payoutListInput } from '#shared/payout-list-schema.ts'
import {
  balancesOutput,
  begunPayout,
  correctFeeInput,
  correctReferenceInput,
  ledgerInput,
  ledgerOutput,
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
import {
  getPayout,
  getPayoutDetail,
  listBalanceSums,
  listLedger,
  listPayouts,
  sumPayouts,
} from '../../../payouts/list-payouts.ts'
import { beginByHand, markSent, releaseLock } from '../../../payouts/pay-by-hand.ts'
import { closeDebt, recordReturn } from '../../../payouts/record-return.ts'
import { cancelUnclaimed } from '../../../payouts/sending/cancel-unclaimed.ts'
import { sendNow } from '../../../payouts/sending/send-now.ts'
import { settleUnknown } from '../../../payouts/sending/settle-unknown.ts'
import { limit, noLimits } from '../../auth/rate-limit-policy.ts'
import { payoutSignals } from '../payout-signals.ts'
import { streamed, withSignal } from '../subscription-output.ts'
import { financeProcedure, router } from '../trpc.ts'

const change = financeProcedure.meta({ limits: noLimits })

/** The payouts of all customers, for staff who pay them. Every change returns the payout as it is then. */
export const payoutsRouter = router({
  list: financeProcedure
    .input(payoutListInput.prefault({}))
    .output(payoutListOutput)
    .query(({ ctx, input }) => listPayouts(ctx.app, input)),

  get: financeProcedure
    .input(payoutIdInput)
    .output(payoutDetail)
    .query(({ ctx, input }) => getPayoutDetail(ctx.app, input.id)),

  totals: financeProcedure.output(payoutTotals).query(({ ctx }) => sumPayouts(ctx.app)),

  release: change
    .input(releaseInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await releasePayout(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  hold: change
    .input(payoutNoteInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await holdPayout(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  lift: change
    .input(liftHoldInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await liftPayoutHold(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  cancel: change
    .input(payoutNoteInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await cancelByHand(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  /** Locks the payout for the caller and returns where it goes. */
  begin: financeProcedure
    .meta({ limits: [limit('reveals', 'staff')] })
    .input(payoutInput)
    .output(begunPayout)
    .mutation(({ ctx, input }) => beginByHand(ctx.app, ctx.actor, input)),

  markSent: change
    .input(markSentInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await markSent(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  releaseLock: change
    .input(payoutInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await releaseLock(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  /** Sends ready payouts by PayPal. Returns them as they are then. */
  sendNow: change
    .input(sendNowInput)
    .output(z.array(payout))
    .mutation(({ ctx, input }) => sendNow(ctx.app, ctx.actor, input)),

  settleUnknown: change
    .input(settleUnknownInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await settleUnknown(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  recordReturn: change
    .input(recordReturnInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await recordReturn(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  closeDebt: change
    .input(payoutNoteInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await closeDebt(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  /** Cancels a payout at PayPal that its receiver has not claimed. PayPal reports next what became of it. */
  cancelUnclaimed: change
    .input(payoutNoteInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await cancelUnclaimed(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  correctFee: change
    .input(correctFeeInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await correctFee(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  correctReference: change
    .input(correctReferenceInput)
    .output(payout)
    .mutation(async ({ ctx, input }) => {
      await correctReference(ctx.app, ctx.actor, input)
      return getPayout(ctx.app, input.id)
    }),

  ledger: financeProcedure
    .input(ledgerInput.prefault({}))
    .output(ledgerOutput)
    .query(({ ctx, input }) => listLedger(ctx.app, input)),

  balances: financeProcedure.output(balancesOutput).query(({ ctx }) => listBalanceSums(ctx.app)),

  /** Signals new and changed payouts. */
  watch: financeProcedure
    .output(streamed(payoutSignal))
    .subscription(withSignal(({ ctx, signal }) => payoutSignals(ctx.app, signal))),
})
