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
  'admin.signIn': () => ({ input: { username: 'owner', password: 'the-owner-of-this-test' } }),
  'admin.signInWithCode': async (scene) => ({
    input: { ticket: await aTicket(scene, scene.support.id), code: await secondFactorOf(scene, scene.support.id) },
  }),
  'admin.signOut': nothing,
  'admin.changePassword': async (scene, who) => {
    await withPassword(scene, who, sceneStaffPassword)
    return { input: passwordChange(sceneStaffPassword) }
  },
  'admin.secondFactor': nothing,
  'admin.startSecondFactor': async (scene, { id }) => {
    await withoutSecondFactor(scene, id)
    return {}
  },
  'admin.confirmSecondFactor': async (scene, { id }) => ({ input: { code: await firstFactorCode(scene, id) } }),
  'admin.removeSecondFactor': async (scene, who) => {
    await withPassword(scene, who, sceneStaffPassword)
    return { input: { currentPassword: sceneStaffPassword, code: await secondFactorOf(scene, who.id) } }
  },
  'admin.renewRecoveryCodes': async (scene, { id }) => ({ input: { code: await secondFactorOf(scene, id) } }),
  'admin.mySessions': nothing,
  'admin.endMySession': session('staff'),
  'admin.endMyOtherSessions': nothing,
  'admin.submissions': all,
  'admin.setStatus': async (scene, who) => withMore(await newOrder(scene, who), { status: 'completed' }),
  'admin.reveal': async (scene, who) => withMore(await order(scene, who), { field: 'cardNumber' }),
  'admin.history': order,
  'admin.watchSubmissions': nothing,
  'admin.review': order,
  'admin.addNote': async (scene, who) => withMore(await order(scene, who), { text: 'Seen.' }),
  'admin.watchReview': newOrder,
  'admin.takeOver': newOrder,
  'admin.watchPresence': nothing,
  'admin.undoStatus': async (scene, who) => {
    const isReviewer = who.id === scene.reviewer.id
    return { input: await aFreshDecision(scene, isReviewer ? scene.reviewer : scene.owner) }
  },
  'admin.setStatuses': async ({ app, dana }) => ({
    input: { items: [{ submissionId: await aSubmission(app, dana), version: 1 }], status: 'processing' },
  }),
  'admin.savedReasons': () => ({ input: { cardBrand: 'apple', status: 'completed' } }),
  'admin.chatSessions': all,
  'admin.chatTotal': all,
  'admin.chatUnread': nothing,
  'admin.chatThread': chat,
  'admin.chatCustomer': chat,
  'admin.chatColleagues': nothing,
  'admin.chatReply': async (scene, who) => withMore(await chat(scene, who), { message: 'Soon.' }),
  'admin.chatSeen': chatSeen,
  'admin.chatTyping': chat,
  'admin.assignChat': async (scene, who) => withMore(await chat(scene, who), { assigneeId: null }),
  'admin.setChatStatus': async (scene, who) => withMore(await chat(scene, who), { status: 'open' }),
  'admin.savedAnswers': nothing,
  'admin.saveAnswer': () => ({ input: { shortcut: unused('soon'), text: 'It is on its way.' } }),
  'admin.removeAnswer': async ({ owner }) => ({
    input: { id: (await owner.api.admin.saveAnswer({ shortcut: unused('gone'), text: 'Gone.' })).id },
    nowhere: { id: NOWHERE },
  }),
  'admin.watchChats': nothing,
  'admin.watchChat': chat,
  'admin.watchChatState': chat,
  'admin.staff': nothing,
  'admin.addStaff': () => ({ input: { name: 'Robin Vale', username: unused('robin'), role: 'reviewer' } }),
  'admin.updateStaff': async (scene, who) => withMore(await victim(scene, who), { name: 'Robin', role: 'reviewer' }),
  'admin.setStaffActive': async (scene, who) => withMore(await victim(scene, who), { isActive: false }),
  'admin.resetStaff': victim,
  'admin.watchStaff': nothing,
  'admin.audit': all,
  'admin.watchAudit': nothing,
  'admin.tokens': nothing,
  'admin.makeToken': ({ dana }) => ({
    input: { name: 'A script', scopes: [...tokenScopes], customerEmail: dana.email },
  }),
  'admin.revokeToken': async ({ owner }) => ({
    input: { id: (await aToken(owner, ['chat'])).id },
    nowhere: { id: NOWHERE },
  }),
  'analytics.snapshot': nothing,
  'analytics.trends': nothing,
  'analytics.watch': nothing,
  'admin.users': all,
  'admin.userDirectory': all,
  'admin.userTotals': () => ({ input: { since: '2026-11-20T00:00:00.000Z' } }),
  'admin.user': user,
  'admin.userOrders': user,
  'admin.userConversations': user,
  'admin.setUserActive': async ({ app }) => ({
    input: { userId: (await app.customer()).id, isActive: false },
    nowhere: { userId: NOWHERE, isActive: false },
  }),
  'admin.watchUsers': nothing,
  'admin.clearSummary': nothing,
  'admin.clearAllData': nothing,
  'chat.mySession': nothing,
  'chat.messages': chat,
  'chat.send': async (scene, who) => withMore(await chat(scene, who), { message: 'Hello?' }),
  'chat.seen': chatSeen,
  'chat.typing': chat,
  'chat.watch': chat,
  'chat.watchState': chat,
  'chat.watchUnseen': nothing,
}
