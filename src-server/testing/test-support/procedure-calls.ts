import { tokenScopes } from '#shared/api-token.ts'
import { policyDefaults } from '#shared/policy.ts'
import { waitingControls } from './controls.ts'
import { aPaymentMethod, aSubmission, aSubmitInput, aToken } from './factories.ts'
import { insiderCalls } from './insider-calls.ts'
import { moneyCalls } from './money-calls.ts'
import { endAttempts } from './payouts.ts'
import { leaves, type MakeCall, withMore } from './procedure-call.ts'
import { rateCalls } from './rate-calls.ts'
import { siteCalls } from './site-calls.ts'
import { staffCalls } from './staff-calls.ts'
import { customerPassword } from './test-app.ts'
import { transactionCalls } from './transaction-calls.ts'
import {
  aFreshDecision,
  aPhotoOfDana,
  aResetToken,
  aSession,
  aTicket,
  firstFactorCode,
  secondFactorOf,
  withoutSecondFactor,
  withPassword,
  worldStaffPassword,
} from './world.ts'

const NOWHERE = 'nowhere'
let count = 0
const unused = (name: string) => `${name}${++count}`

const nothing: MakeCall = () => ({})
const all: MakeCall = () => ({ input: {} })
const submission: MakeCall = ({ submissionId }) => ({ input: { submissionId }, nowhere: { submissionId: NOWHERE } })
const newSubmission: MakeCall = async ({ app, dana }) => ({
  input: { submissionId: await aSubmission(app, dana) },
  nowhere: { submissionId: NOWHERE },
})
const chat: MakeCall = ({ chatId }) => ({ input: { sessionId: chatId }, nowhere: { sessionId: NOWHERE } })
const user: MakeCall = ({ dana }) => ({ input: { userId: dana.id }, nowhere: { userId: NOWHERE } })
const session =
  (kind: 'customer' | 'staff'): MakeCall =>
  async (world, who) => ({
    input: { id: (await aSession(world, kind === 'customer' ? world.dana : who, kind)).id },
    nowhere: { id: NOWHERE },
  })
const passwordChange = (current: string) => ({
  currentPassword: current,
  password: `${current}-new`,
  confirmPassword: `${current}-new`,
})

const newPassword = { password: customerPassword, confirmPassword: customerPassword }
const newMethod = () => ({ type: 'paypal', details: `${unused('pay')}@mail.example` }) as const

/** A valid call of each procedure; customer data in it is Dana's. */
export const procedureCalls: Readonly<Record<string, MakeCall>> = {
  'account.session': nothing,
  'account.signUp': () => ({
    input: { name: 'Ann Onym', email: `${unused('ann')}@mail.example`, phone: '555-010-0100', ...newPassword },
  }),
  'account.signIn': leaves('account.signed-in', async (world) => {
    await withPassword(world, world.dana, customerPassword)
    return { input: { email: world.dana.email, password: customerPassword } }
  }),
  'account.signOut': leaves('account.signed-out', nothing),
  'account.saveProfile': leaves('account.email-changed', (_, { email }) => ({
    input: { email, phone: '555-010-0101', address: '1 Main Street' },
  })),
  'account.paymentMethods': nothing,
  'account.addPaymentMethod': leaves('account.payment-method-added', async (world) => {
    await withPassword(world, world.dana, customerPassword)
    return { input: { method: newMethod(), currentPassword: customerPassword } }
  }),
  'account.removePaymentMethod': async (world) => {
    await withPassword(world, world.dana, customerPassword)
    const { id } = await aPaymentMethod(world.dana, newMethod())
    return { input: { id }, nowhere: { id: NOWHERE } }
  },
  'account.changePassword': leaves('account.password-changed', async (world, who) => {
    await withPassword(world, who, customerPassword)
    return { input: passwordChange(customerPassword) }
  }),
  'account.sessions': nothing,
  'account.endSession': leaves('account.signed-out', session('customer')),
  'account.endOtherSessions': leaves('account.signed-out', nothing),
  'account.deleteAccount': leaves('account.deleted', async ({ app }) => ({
    input: { password: customerPassword },
    by: await app.customer(),
  })),
  'account.requestPasswordReset': ({ otherCustomer }) => ({ input: { email: otherCustomer.email } }),
  'account.checkResetLink': async (world) => ({ input: { token: await aResetToken(world, world.dana.id) } }),
  'account.resetPassword': leaves('account.password-reset', async (world) => ({
    input: { token: await aResetToken(world, world.dana.id), ...newPassword },
  })),
  'exchange.quote': () => ({ input: { cardBrand: 'apple', cardValue: 100 } }),
  'exchange.orderLimit': nothing,
  'exchange.catalogue': nothing,
  'exchange.watchCatalogue': nothing,
  'figures.get': nothing,
  'exchange.submit': async (world) => ({
    input: aSubmitInput({ fileIds: [await aPhotoOfDana(world)] }),
    nowhere: aSubmitInput({ fileIds: [NOWHERE] }),
  }),
  'exchange.removeUpload': async (world) => ({
    input: { fileId: await aPhotoOfDana(world) },
    nowhere: { fileId: NOWHERE },
  }),
  'site.config': nothing,
  'admin.session.signIn': leaves('staff.signed-in', () => ({
    input: { username: 'owner', password: 'the-owner-of-this-test' },
  })),
  'admin.session.signInWithCode': leaves('staff.signed-in', async (world) => ({
    input: { ticket: await aTicket(world, world.support.id), code: await secondFactorOf(world, world.support.id) },
  })),
  'admin.session.signOut': leaves('staff.signed-out', nothing),
  'admin.me.changePassword': leaves('account.password-changed', async (world, who) => {
    await withPassword(world, who, worldStaffPassword)
    return { input: passwordChange(worldStaffPassword) }
  }),
  'admin.me.secondFactor': nothing,
  'admin.me.startSecondFactor': async (world, { id }) => {
    await withoutSecondFactor(world, id)
    return {}
  },
  'admin.me.confirmSecondFactor': leaves('staff.second-factor-added', async (world, { id }) => ({
    input: { code: await firstFactorCode(world, id) },
  })),
  'admin.me.removeSecondFactor': leaves('staff.second-factor-removed', async (world, who) => {
    await withPassword(world, who, worldStaffPassword)
    return { input: { currentPassword: worldStaffPassword, code: await secondFactorOf(world, who.id) } }
  }),
  'admin.me.renewRecoveryCodes': leaves('staff.recovery-codes-made', async (world, { id }) => ({
    input: { code: await secondFactorOf(world, id) },
  })),
  'admin.me.sessions': nothing,
  'admin.me.endSession': leaves('staff.signed-out', session('staff')),
  'admin.me.endOtherSessions': leaves('staff.signed-out', nothing),
  'admin.submissions.list': all,
  'admin.submissions.waiting': nothing,
  'admin.submissions.setStatus': leaves(
    'submission.decided',
    withMore(newSubmission, { status: 'rejected', reason: 'The photo is too dark.' }),
  ),
  'admin.submissions.reveal': leaves('submission.revealed', withMore(submission, { field: 'cardNumber' })),
  'admin.submissions.history': submission,
  'admin.submissions.watch': nothing,
  'admin.policies.list': nothing,
  'admin.policies.versions': () => ({ input: { name: 'reviews' }, nowhere: { name: NOWHERE } }),
  'admin.policies.confirm': leaves('policy.changed', async (world, who) => ({
    input: {
      id: await waitingControls(
        world.app,
        who.id === world.owner.id ? await world.app.colleague('owner') : world.owner,
      ),
    },
    nowhere: { id: NOWHERE },
  })),
  'admin.policies.takeBack': leaves('policy.taken-back', async (world) => ({
    input: { id: await waitingControls(world.app, world.owner) },
    nowhere: { id: NOWHERE },
  })),
  'admin.policies.change': leaves('policy.changed', () => {
    const change = { base: 0, values: policyDefaults.reviews }
    return { input: { name: 'reviews', ...change }, nowhere: { name: NOWHERE, ...change } }
  }),
  'admin.review.get': submission,
  'admin.review.flags': ({ submissionId }) => ({ input: { submissionIds: [submissionId] } }),
  'admin.review.addNote': leaves('submission.noted', withMore(submission, { text: 'Seen.' })),
  'admin.review.watch': newSubmission,
  'admin.review.takeOver': leaves('submission.taken-over', newSubmission),
  'admin.submissions.lists': nothing,
  'admin.review.recordCheck': leaves('check.recorded', ({ submissionId }) => ({
    input: { submissionId, outcome: 'zero', how: 'website' },
    nowhere: { submissionId: NOWHERE, outcome: 'zero', how: 'website' },
  })),
  'admin.review.watchPresence': nothing,
  'admin.review.approve': leaves('submission.approved', newSubmission),
  'admin.review.undoStatus': leaves('submission.undone', async (world, who) => {
    const isReviewer = who.id === world.reviewer.id
    return { input: await aFreshDecision(world, isReviewer ? world.reviewer : world.owner) }
  }),
  'admin.review.setStatuses': leaves('submission.decided', async ({ app, dana }) => ({
    input: { items: [{ submissionId: await aSubmission(app, dana), version: 1 }], status: 'processing' },
  })),
  'admin.review.rules': nothing,
  'admin.review.savedReasons': () => ({ input: { cardBrand: 'apple', status: 'completed' } }),
  'admin.chat.sessions': all,
  'admin.chat.total': all,
  'admin.chat.unread': nothing,
  'admin.chat.thread': chat,
  'admin.chat.customer': chat,
  'admin.chat.colleagues': nothing,
  'admin.chat.reply': leaves('chat.replied, chat.assigned', withMore(chat, { message: 'Soon.' })),
  'admin.chat.seen': withMore(chat, { sequence: 1 }),
  'admin.chat.typing': chat,
  'admin.chat.assign': leaves('chat.assigned', withMore(chat, { assigneeId: null })),
  'admin.chat.setStatus': leaves('chat.closed', withMore(chat, { status: 'open' })),
  'admin.chat.cannedResponses': nothing,
  'admin.chat.saveCannedResponse': leaves('answer.saved', () => ({
    input: { shortcut: unused('soon'), text: 'It is on its way.' },
  })),
  'admin.chat.removeCannedResponse': leaves('answer.removed', async ({ owner }) => ({
    input: { id: (await owner.api.admin.chat.saveCannedResponse({ shortcut: unused('gone'), text: 'Gone.' })).id },
    nowhere: { id: NOWHERE },
  })),
  'admin.chat.watchSessions': nothing,
  'admin.chat.watchThread': chat,
  'admin.chat.watchState': chat,
  ...staffCalls,
  ...rateCalls,
  ...insiderCalls,
  'admin.reports.business': all,
  'admin.reports.losses': all,
  ...siteCalls,
  'admin.audit.list': all,
  'admin.audit.watch': nothing,
  'admin.tokens.list': nothing,
  'admin.tokens.create': leaves('token.made', ({ dana }) => ({
    input: { name: 'A script', scopes: [...tokenScopes], customerEmail: dana.email },
  })),
  'admin.tokens.revoke': leaves('token.revoked', async ({ owner }) => ({
    input: { id: (await aToken(owner, ['chat'])).id },
    nowhere: { id: NOWHERE },
  })),
  ...moneyCalls,
  ...transactionCalls,
  'analytics.orderReport': () => ({
    input: { dayStarts: ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'] },
  }),
  'analytics.snapshot': nothing,
  'analytics.trends': nothing,
  'analytics.watch': nothing,
  'admin.users.list': all,
  'admin.users.directory': all,
  'admin.users.totals': () => ({ input: { since: '2026-11-20T00:00:00.000Z' } }),
  'admin.users.get': user,
  'admin.users.submissions': user,
  'admin.users.conversations': user,
  'admin.users.setActive': leaves('user.disabled', async ({ app }) => ({
    input: { userId: (await app.customer()).id, isActive: false },
    nowhere: { userId: NOWHERE, isActive: false },
  })),
  'admin.users.watch': nothing,
  'admin.data.clearSummary': nothing,
  'admin.data.clearAll': leaves('data.cleared', async (world) => {
    await endAttempts(world)
    return {}
  }),
  'chat.mySession': nothing,
  'chat.messages': chat,
  'chat.send': withMore(chat, { message: 'Hello?' }),
  'chat.seen': withMore(chat, { sequence: 1 }),
  'chat.typing': chat,
  'chat.watch': chat,
  'chat.watchState': chat,
  'chat.watchUnseen': nothing,
}
