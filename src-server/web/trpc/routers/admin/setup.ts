import { confirmStepInput, dismissSetupInput, setupState, testMailInput } from '#shared/setup-schema.ts'
import { confirmStep, dismissSetup, getSetup } from '../../../../operator/setup/get-setup.ts'
import { sendTestMail } from '../../../../operator/setup/send-test-mail.ts'
import { changing } from '../../declaring.ts'
import { ownerChange, ownerProcedure, router } from '../../trpc.ts'

const changed = changing((ctx, owner) => getSetup(ctx.app, owner.id))

export const setupRouter = router({
  get: ownerProcedure
    .rest('/api/admin/setup', 'What is done and what is left before customers come')
    .reads(setupState, (app, _, ctx) => getSetup(app, ctx.actor.id)),

  confirm: ownerChange
    .rest(
      '/api/admin/setup/confirm',
      'Confirm that the rates, the rules, the controls or the site are right as they are',
      { example: { step: 'rates' } },
    )
    .answers(setupState, changed(confirmStep), confirmStepInput),

  dismiss: ownerChange
    .rest('/api/admin/setup/dismissed', 'Hide the card of the steps from all owners, or show it again', {
      method: 'PUT',
      example: { isDismissed: true },
    })
    .answers(setupState, changed(dismissSetup), dismissSetupInput),

  sendTestMail: ownerProcedure
    .limited('testMails', 'staff')
    .rest('/api/admin/setup/test-mail', 'Send a test mail through the outbox', {
      description: '`testMail` in the answer of `GET /api/admin/setup` says what became of it.',
      example: { to: 'owner@shop.example' },
    })
    .answers(setupState, changed(sendTestMail), testMailInput),
})
