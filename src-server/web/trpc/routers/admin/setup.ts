import { confirmStepInput, dismissSetupInput, setupState, testMailInput } from '#shared/setup-schema.ts'
import { confirmStep } from '../../../../operator/setup/confirm-step.ts'
import { dismissSetup } from '../../../../operator/setup/dismiss-setup.ts'
import { getSetup } from '../../../../operator/setup/get-setup.ts'
import { sendTestMail } from '../../../../operator/setup/send-test-mail.ts'
import { ownerChange, ownerProcedure, router } from '../../trpc.ts'

export const setupRouter = router({
  get: ownerProcedure
    .rest('/api/admin/setup', 'What is done and what is left before customers come')
    .output(setupState)
    .query(({ ctx }) => getSetup(ctx.app, ctx.actor.id)),

  confirm: ownerChange
    .rest('/api/admin/setup/confirm', 'Confirm that the rates, the rules or the site are right as they are', {
      example: { step: 'rates' },
    })
    .input(confirmStepInput)
    .output(setupState)
    .mutation(({ ctx, input }) => confirmStep(ctx, ctx.actor, input.step)),

  dismiss: ownerChange
    .rest('/api/admin/setup/dismissed', 'Hide the card of the steps from all owners, or show it again', {
      method: 'PUT',
      example: { isDismissed: true },
    })
    .input(dismissSetupInput)
    .output(setupState)
    .mutation(({ ctx, input }) => dismissSetup(ctx, ctx.actor, input.isDismissed)),

  sendTestMail: ownerProcedure
    .limited('testMails', 'staff')
    .rest('/api/admin/setup/test-mail', 'Send a test mail through the outbox', {
      description: '`testMail` in the answer of `GET /api/admin/setup` says what became of it.',
      example: { to: 'owner@shop.example' },
    })
    .input(testMailInput)
    .output(setupState)
    .mutation(({ ctx, input }) => sendTestMail(ctx, { ...ctx.actor, name: ctx.staff.name }, input.to)),
})
