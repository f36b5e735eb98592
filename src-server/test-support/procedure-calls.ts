import { tokenScopes } from '#shared/api-token.ts'
import { anOrder, aSubmission, aToken } from './factories.ts'
import {
  aFreshDecision,
  aPhotoOfDana,
  aResetToken,
  aSession,
  aTicket,
  firstFactorCode,
  type Scene,
  sceneStaffPassword,
  secondFactorOf,
  withoutSecondFactor,
  withPassword,
} from './world.ts'
import { customerPassword, type Person } from './test-app.ts'

/** What a call is made with. `nowhere` is the same about nothing: what is not there is what is not yours. */
export type Subject = {
  input?: unknown
  nowhere?: unknown
  /** Made by this customer in place of whoever was asked for: the call is the end of them. */
  by?: Person
}
/** @param who makes the call; it succeeds for them if they are let in at all */
type MakeCall = (scene: Scene, who: Person) => Subject | Promise<Subject>

const NOWHERE = 'nowhere'
let count = 0
const unused = (name: string) => `${name}${++count}`

const nothing: MakeCall = () => ({})
const all: MakeCall = () => ({ input: {} })
const order: MakeCall = ({ orderId }) => ({ input: { submissionId: orderId }, nowhere: { submissionId: NOWHERE } })
const newOrder: MakeCall = async ({ app, dana }) => ({
  input: { submissionId: await aSubmission(app, dana) },
  nowhere: { submissionId: NOWHERE },
})
const chat: MakeCall = ({ chatId }) => ({ input: { sessionId: chatId }, nowhere: { sessionId: NOWHERE } })
const chatSeen: MakeCall = (scene) => withMore(chat(scene, scene.dana) as Subject, { sequence: 1 })
const user: MakeCall = ({ dana }) => ({ input: { userId: dana.id }, nowhere: { userId: NOWHERE } })
const session =
  (kind: 'customer' | 'staff'): MakeCall =>
  async (scene, who) => ({
    input: { id: (await aSession(scene, kind === 'customer' ? scene.dana : who, kind)).id },
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

/** How each procedure is called so that it succeeds, about things of Dana where it is about a customer's. */
export const procedureCalls: Readonly<Record<string, MakeCall>> = {
  'account.session': nothing,
  'account.signUp': () => ({
    input: {
      name: 'Ann Onym',
      email: `${unused('ann')}@mail.example`,
      phone: '555-010-0100',
      password: customerPassword,
      confirmPassword: customerPassword,
    },
  }),
  'account.signIn': async (scene) => {
    await withPassword(scene, scene.dana, customerPassword)
    return { input: { email: scene.dana.email, password: customerPassword } }
  },
  'account.signOut': nothing,
  'account.saveProfile': (_, { email }) => ({ input: { email, phone: '555-010-0101', address: '1 Main Street' } }),
  'account.paymentMethods': nothing,
  'account.addPaymentMethod': () => ({ input: { type: 'paypal', details: `${unused('pay')}@mail.example` } }),
  'account.removePaymentMethod': async ({ dana }) => {
    const added = await dana.api.account.addPaymentMethod({ type: 'paypal', details: `${unused('pay')}@mail.example` })
    return { input: { id: added.id }, nowhere: { id: NOWHERE } }
  },
  'account.changePassword': async (scene, who) => {
    await withPassword(scene, who, customerPassword)
    return { input: passwordChange(customerPassword) }
  },
  'account.sessions': nothing,
  'account.endSession': session('customer'),
  'account.endOtherSessions': nothing,
  'account.deleteAccount': async ({ app }) => ({ input: { password: customerPassword }, by: await app.customer() }),
  'account.requestPasswordReset': ({ stranger }) => ({ input: { email: stranger.email } }),
  'account.checkResetLink': async (scene) => ({ input: { token: await aResetToken(scene, scene.dana.id) } }),
  'account.resetPassword': async (scene) => ({
    input: {
      token: await aResetToken(scene, scene.dana.id),
      password: customerPassword,
      confirmPassword: customerPassword,
    },
  }),
  'exchange.quote': () => ({ input: { cardBrand: 'apple', cardValue: 100 } }),
  'exchange.submit': async (scene) => ({
    input: anOrder({ fileIds: [await aPhotoOfDana(scene)] }),
    nowhere: anOrder({ fileIds: [NOWHERE] }),
  }),
  'exchange.removeUpload': async (scene) => ({
    input: { fileId: await aPhotoOfDana(scene) },
    nowhere: { fileId: NOWHERE },
  }),
  'transactions.list': ({ dana }) => ({ input: { email: dana.email }, nowhere: { email: 'nowhere@mail.example' } }),
  'transactions.get': ({ orderId }) => ({ input: { id: orderId }, nowhere: { id: NOWHERE } }),
  'transactions.watch': nothing,
  'site.config': nothing,
  'admin.session.signIn': () => ({ input: { username: 'owner', password: 'the-owner-of-this-test' } }),
  'admin.session.signInWithCode': async (scene) => ({
    input: { ticket: await aTicket(scene, scene.support.id), code: await secondFactorOf(scene, scene.support.id) },
  }),
  'admin.session.signOut': nothing,
  'admin.me.changePassword': async (scene, who) => {
    await withPassword(scene, who, sceneStaffPassword)
    return { input: passwordChange(sceneStaffPassword) }
  },
  'admin.me.secondFactor': nothing,
  'admin.me.startSecondFactor': async (scene, { id }) => {
    await withoutSecondFactor(scene, id)
    return {}
  },
  'admin.me.confirmSecondFactor': async (scene, { id }) => ({ input: { code: await firstFactorCode(scene, id) } }),
  'admin.me.removeSecondFactor': async (scene, who) => {
    await withPassword(scene, who, sceneStaffPassword)
    return { input: { currentPassword: sceneStaffPassword, code: await secondFactorOf(scene, who.id) } }
  },
  'admin.me.renewRecoveryCodes': async (scene, { id }) => ({ input: { code: await secondFactorOf(scene, id) } }),
  'admin.me.sessions': nothing,
  'admin.me.endSession': session('staff'),
  'admin.me.endOtherSessions': nothing,
  'admin.submissions.list': all,
  'admin.submissions.setStatus': async (scene, who) => withMore(await newOrder(scene, who), { status: 'completed' }),
  'admin.submissions.reveal': async (scene, who) => withMore(await order(scene, who), { field: 'cardNumber' }),
  'admin.submissions.history': order,
  'admin.submissions.watch': nothing,
  'admin.review.get': order,
  'admin.review.addNote': async (scene, who) => withMore(await order(scene, who), { text: 'Seen.' }),
  'admin.review.watch': newOrder,
  'admin.review.takeOver': newOrder,
  'admin.review.watchPresence': nothing,
  'admin.review.undoStatus': async (scene, who) => {
    const isReviewer = who.id === scene.reviewer.id
    return { input: await aFreshDecision(scene, isReviewer ? scene.reviewer : scene.owner) }
  },
  'admin.review.setStatuses': async ({ app, dana }) => ({
    input: { items: [{ submissionId: await aSubmission(app, dana), version: 1 }], status: 'processing' },
  }),
  'admin.review.savedReasons': () => ({ input: { cardBrand: 'apple', status: 'completed' } }),
  'admin.chat.sessions': all,
  'admin.chat.total': all,
  'admin.chat.unread': nothing,
  'admin.chat.thread': chat,
  'admin.chat.customer': chat,
  'admin.chat.colleagues': nothing,
  'admin.chat.reply': async (scene, who) => withMore(await chat(scene, who), { message: 'Soon.' }),
  'admin.chat.seen': chatSeen,
  'admin.chat.typing': chat,
  'admin.chat.assign': async (scene, who) => withMore(await chat(scene, who), { assigneeId: null }),
  'admin.chat.setStatus': async (scene, who) => withMore(await chat(scene, who), { status: 'open' }),
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
  'admin.staff.update': async (scene, who) => withMore(await victim(scene, who), { name: 'Robin', role: 'reviewer' }),
  'admin.staff.setActive': async (scene, who) => withMore(await victim(scene, who), { isActive: false }),
  'admin.staff.reset': victim,
  'admin.staff.watch': nothing,
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
  'admin.data.clearAll': nothing,
  'chat.mySession': nothing,
  'chat.messages': chat,
  'chat.send': async (scene, who) => withMore(await chat(scene, who), { message: 'Hello?' }),
  'chat.seen': chatSeen,
  'chat.typing': chat,
  'chat.watch': chat,
  'chat.watchState': chat,
  'chat.watchUnseen': nothing,
}
