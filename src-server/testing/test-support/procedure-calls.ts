import { tokenScopes } from '#shared/api-token.ts'
import { policyDefaults } from '#shared/policy.ts'
import { aPaymentMethod, aSubmission, aSubmitInput, aToken } from './factories.ts'
import { insiderCalls } from './insider-calls.ts'
import { moneyCalls } from './money-calls.ts'
import { endAttempts } from './payouts.ts'
import { rateCalls } from './rate-calls.ts'
import { siteCalls } from './site-calls.ts'
import { aStaffLink } from './staff-links.ts'
import { customerPassword, type Person } from './test-app.ts'
import { transactionCalls } from './transaction-calls.ts'
import {
  aFreshDecision,
  aPhotoOfDana,
  aResetToken,
  aSession,
  aTicket,
  firstFactorCode,
  secondFactorOf,
  type World,
  withoutSecondFactor,
  withPassword,
  worldStaffPassword,
} from './world.ts'

/** The input of a call. `nowhere` is the same for an unknown id, whose error must equal that for another's id. */
type Subject = {
  input?: unknown
  nowhere?: unknown
  /** The customer who makes the call in place of the given one, because it deletes them. */
  by?: Person
}
/** @param who makes the call, which succeeds if they have the permission */
type MakeCall = (world: World, who: Person) => Subject | Promise<Subject>

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
const chatSeen: MakeCall = (world) => withMore(chat(world, world.dana) as Subject, { sequence: 1 })
const user: MakeCall = ({ dana }) => ({ input: { userId: dana.id }, nowhere: { userId: NOWHERE } })
const session =
  (kind: 'customer' | 'staff'): MakeCall =>
  async (world, who) => ({
    input: { id: (await aSession(world, kind === 'customer' ? world.dana : who, kind)).id },
    nowhere: { id: NOWHERE },
  })
const victim: MakeCall = async ({ app }) => ({
  input: { id: (await app.colleague('support')).id },
  nowhere: { id: NOWHERE },
})

function withMore({ input, nowhere, ...rest }: Subject, more: object): Subject {
  return { ...rest, input: { ...(input as object), ...more }, nowhere: { ...(nowhere as object), ...more } }
}

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
  'account.signIn': async (world) => {
    await withPassword(world, world.dana, customerPassword)
    return { input: { email: world.dana.email, password: customerPassword } }
  },
  'account.signOut': nothing,
  'account.saveProfile': (_, { email }) => ({ input: { email, phone: '555-010-0101', address: '1 Main Street' } }),
  'account.paymentMethods': nothing,
  'account.addPaymentMethod': async (world) => {
    await withPassword(world, world.dana, customerPassword)
    return { input: { method: newMethod(), currentPassword: customerPassword } }
  },
  'account.removePaymentMethod': async (world) => {
    await withPassword(world, world.dana, customerPassword)
    const { id } = await aPaymentMethod(world.dana, newMethod())
    return { input: { id }, nowhere: { id: NOWHERE } }
  },
  'account.changePassword': async (world, who) => {
    await withPassword(world, who, customerPassword)
    return { input: passwordChange(customerPassword) }
  },
  'account.sessions': nothing,
  'account.endSession': session('customer'),
  'account.endOtherSessions': nothing,
  'account.deleteAccount': async ({ app }) => ({ input: { password: customerPassword }, by: await app.customer() }),
  'account.requestPasswordReset': ({ otherCustomer }) => ({ input: { email: otherCustomer.email } }),
  'account.checkResetLink': async (world) => ({ input: { token: await aResetToken(world, world.dana.id) } }),
  'account.resetPassword': async (world) => ({
    input: { token: await aResetToken(world, world.dana.id), ...newPassword },
  }),
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
  'admin.session.signIn': () => ({ input: { username: 'owner', password: 'the-owner-of-this-test' } }),
  'admin.session.signInWithCode': async (world) => ({
    input: { ticket: await aTicket(world, world.support.id), code: await secondFactorOf(world, world.support.id) },
  }),
  'admin.session.signOut': nothing,
  'admin.me.changePassword': async (world, who) => {
    await withPassword(world, who, worldStaffPassword)
    return { input: passwordChange(worldStaffPassword) }
  },
  'admin.me.secondFactor': nothing,
  'admin.me.startSecondFactor': async (world, { id }) => {
    await withoutSecondFactor(world, id)
    return {}
  },
  'admin.me.confirmSecondFactor': async (world, { id }) => ({ input: { code: await firstFactorCode(world, id) } }),
  'admin.me.removeSecondFactor': async (world, who) => {
    await withPassword(world, who, worldStaffPassword)
    return { input: { currentPassword: worldStaffPassword, code: await secondFactorOf(world, who.id) } }
  },
  'admin.me.renewRecoveryCodes': async (world, { id }) => ({ input: { code: await secondFactorOf(world, id) } }),
  'admin.me.sessions': nothing,
  'admin.me.endSession': session('staff'),
  'admin.me.endOtherSessions': nothing,
  'admin.submissions.list': all,
  'admin.submissions.waiting': nothing,
  'admin.submissions.setStatus': async (world, who) =>
    withMore(await newSubmission(world, who), { status: 'rejected', reason: 'The photo is too dark.' }),
  'admin.submissions.reveal': async (world, who) => withMore(await submission(world, who), { field: 'cardNumber' }),
  'admin.submissions.history': submission,
  'admin.submissions.watch': nothing,
  'admin.policies.list': nothing,
  'admin.policies.versions': () => ({ input: { name: 'reviews' }, nowhere: { name: NOWHERE } }),
  'admin.policies.change': () => {
    const change = { base: 0, values: policyDefaults.reviews }
    return { input: { name: 'reviews', ...change }, nowhere: { name: NOWHERE, ...change } }
  },
  'admin.review.get': submission,
  'admin.review.flags': ({ submissionId }) => ({ input: { submissionIds: [submissionId] } }),
  'admin.review.addNote': async (world, who) => withMore(await submission(world, who), { text: 'Seen.' }),
  'admin.review.watch': newSubmission,
  'admin.review.takeOver': newSubmission,
  'admin.submissions.lists': nothing,
  'admin.review.recordCheck': ({ submissionId }) => ({
    input: { submissionId, outcome: 'zero', how: 'website' },
    nowhere: { submissionId: NOWHERE, outcome: 'zero', how: 'website' },
  }),
  'admin.review.watchPresence': nothing,
  'admin.review.approve': newSubmission,
  'admin.review.undoStatus': async (world, who) => {
    const isReviewer = who.id === world.reviewer.id
    return { input: await aFreshDecision(world, isReviewer ? world.reviewer : world.owner) }
  },
  'admin.review.setStatuses': async ({ app, dana }) => ({
    input: { items: [{ submissionId: await aSubmission(app, dana), version: 1 }], status: 'processing' },
  }),
  'admin.review.rules': nothing,
  'admin.review.savedReasons': () => ({ input: { cardBrand: 'apple', status: 'completed' } }),
  'admin.chat.sessions': all,
  'admin.chat.total': all,
  'admin.chat.unread': nothing,
  'admin.chat.thread': chat,
  'admin.chat.customer': chat,
  'admin.chat.colleagues': nothing,
  'admin.chat.reply': async (world, who) => withMore(await chat(world, who), { message: 'Soon.' }),
  'admin.chat.seen': chatSeen,
  'admin.chat.typing': chat,
  'admin.chat.assign': async (world, who) => withMore(await chat(world, who), { assigneeId: null }),
  'admin.chat.setStatus': async (world, who) => withMore(await chat(world, who), { status: 'open' }),
  'admin.chat.cannedResponses': nothing,
  'admin.chat.saveCannedResponse': () => ({ input: { shortcut: unused('soon'), text: 'It is on its way.' } }),
  'admin.chat.removeCannedResponse': async ({ owner }) => ({
    input: { id: (await owner.api.admin.chat.saveCannedResponse({ shortcut: unused('gone'), text: 'Gone.' })).id },
    nowhere: { id: NOWHERE },
  }),
  'admin.chat.watchSessions': nothing,
  'admin.chat.watchThread': chat,
  'admin.chat.watchState': chat,
  'admin.staff.list': nothing,
  'admin.staff.add': () => ({ input: { name: 'Robin Vale', username: unused('robin'), role: 'reviewer' } }),
  'admin.staff.update': async (world, who) => withMore(await victim(world, who), { name: 'Robin', role: 'reviewer' }),
  'admin.staff.setActive': async (world, who) => withMore(await victim(world, who), { isActive: false }),
  'admin.staff.reset': victim,
  'admin.staff.link': async (world, who) => withMore(await victim(world, who), { email: world.dana.email }),
  'admin.staff.unlink': async (world, who) => {
    const subject = await victim(world, who)
    await aStaffLink(world.app, subject.input as { id: string }, world.dana)
    return withMore(subject, { customerId: world.dana.id })
  },
  'admin.staff.watch': nothing,
  ...rateCalls,
  ...insiderCalls,
  'admin.reports.business': all,
  'admin.reports.losses': all,
  ...siteCalls,
  'admin.audit.list': all,
  'admin.audit.watch': nothing,
  'admin.tokens.list': nothing,
  'admin.tokens.create': ({ dana }) => ({
    input: { name: 'A script', scopes: [...tokenScopes], customerEmail: dana.email },
  }),
  'admin.tokens.revoke': async ({ owner }) => ({
    input: { id: (await aToken(owner, ['chat'])).id },
    nowhere: { id: NOWHERE },
  }),
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
  'admin.users.setActive': async ({ app }) => ({
    input: { userId: (await app.customer()).id, isActive: false },
    nowhere: { userId: NOWHERE, isActive: false },
  }),
  'admin.users.watch': nothing,
  'admin.data.clearSummary': nothing,
  'admin.data.clearAll': async (world) => {
    await endAttempts(world)
    return {}
  },
  'chat.mySession': nothing,
  'chat.messages': chat,
  'chat.send': async (world, who) => withMore(await chat(world, who), { message: 'Hello?' }),
  'chat.seen': chatSeen,
  'chat.typing': chat,
  'chat.watch': chat,
  'chat.watchState': chat,
  'chat.watchUnseen': nothing,
}
