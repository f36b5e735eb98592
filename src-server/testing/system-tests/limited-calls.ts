import type { RateLimitName } from '../../platform/rate-limits/rate-limit-config.ts'
import { anUpload, aPhoto, aSubmitInput, multipart } from '../test-support/factories.ts'
import { customerPassword, type Person, type TestApp } from '../test-support/test-app.ts'

/** Two accounts or networks that a limit must count separately. */
export type Who = 'one' | 'other'
export type Callers = { customers: readonly Person[]; staff: Readonly<Record<Who, Person>> }
type LimitedCall = (app: TestApp, callers: Callers, who: Who) => ReturnType<TestApp['request']>

let calls = 0
/** An address without earlier calls. */
const newIp = () => `10.1.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const ipOf = (who: Who) => (who === 'one' ? '192.0.2.1' : '192.0.2.2')
const newName = () => `customer${++calls}`
const from = (ip: string, cookie = '') => ({ headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }) } })
const customerOf = ({ customers }: Callers, who: Who) => customers[who === 'one' ? 0 : 1]?.cookie ?? ''

const signIn = (app: TestApp, email: string, ip: string, cookie = '') =>
  app.request('POST', '/api/auth/sign-in', { body: { email, password: 'not-the-password' }, ...from(ip, cookie) })
const signInStaff = (app: TestApp, username: string, ip: string, cookie = '') =>
  app.request('POST', '/api/admin/login', { body: { username, password: 'not-the-password' }, ...from(ip, cookie) })
const procedure = (app: TestApp, name: string, body: unknown, ip: string, cookie = '') =>
  app.request('POST', `/trpc/${name}`, { body, ...from(ip, cookie) })

/** A submission photo that has not been viewed: a copy of the existing submission. */
async function anotherPhoto({ ctx: { db } }: TestApp): Promise<string> {
  const photo = await db
    .selectFrom('files')
    .selectAll()
    .where('submission_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const { queue_status, ...written } = await db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', photo.submission_id)
    .executeTakeFirstOrThrow()
  // Its bytes were in memory before the restart: rendering fails, but only after the limit has counted.
  const unrendered = { rendition_id: null, rendition_size: null, rendition_failed_at: photo.uploaded_at }
  const [id, submission_id] = [`photo-${++calls}`, `order-${calls}`]
  await db
    .insertInto('submissions')
    .values({ ...written, id: submission_id })
    .execute()
  await db
    .insertInto('files')
    .values({ ...photo, ...unrendered, id, submission_id })
    .execute()
  return id
}

/** A rejected order of this customer: a copy of the existing submission. */
async function anotherRejection({ ctx: { db, clock } }: TestApp, callers: Callers, who: Who): Promise<string> {
  const { queue_status, awaits_payout, ...written } = await db
    .selectFrom('submissions')
    .selectAll()
    .where('status', '<>', 'registered')
    .executeTakeFirstOrThrow()
  const [id, at] = [`rejected-${++calls}`, clock.now().toISOString()]
  const user_id = callers.customers[who === 'one' ? 0 : 1]?.id ?? ''
  // Encrypted values are bound to the row that they are copied from.
  const copied = Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, name.endsWith('_encrypted') ? null : value]),
  ) as typeof written
  const rejected = { status: 'rejected', final_at: at, version: 1 } as const
  await db
    .insertInto('submissions')
    .values({ ...copied, ...rejected, id, user_id })
    .execute()
  const change = { from_status: 'pending', to_status: 'rejected', reason: null, changed_at: at } as const
  const none = { undo_until: null, undo_mark: null, mail_id: null, card_brand: null }
  await db
    .insertInto('status_changes')
    .values({ ...change, ...none, id, submission_id: id, version: 1, changed_by: callers.staff.one.id })
    .execute()
  return id
}

const signUp = (app: TestApp, form: Record<string, string>, ip: string) =>
  app.request('POST', '/api/auth/sign-up', { body: form, ...from(ip) })

/** A valid sign-up, which creates an account. */
const validSignUp = () => ({
  name: 'Dana Reyes',
  email: `${newName()}@mail.example`,
  phone: '555-010-0100',
  password: customerPassword,
  confirmPassword: customerPassword,
})

const limitsOfSeller = ['submitTries', 'submitCustomer', 'submitDay'] as const

/** A submission that succeeds unless `limit` refuses it: the other limits of its customer are reset. */
async function submit(app: TestApp, limit: RateLimitName, customer: Person | undefined, ip: string) {
  if (!customer) throw new Error('There is no such customer.')
  for (const other of limitsOfSeller) if (other !== limit) await app.ctx.limits.reset(other, customer.id)
  const card = aSubmitInput({ fileIds: [await aWaitingPhoto(app, customer)] })
  return procedure(app, 'exchange.submit', card, ip, customer.cookie)
}

/** The photo of the customer's last submission, taken from it, or a new one. */
async function aWaitingPhoto(app: TestApp, customer: Person): Promise<string> {
  const photo = await app.ctx.db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', customer.id)
    .where('message_id', 'is', null)
    .executeTakeFirst()
  if (!photo) return anUpload(app, customer)
  await app.ctx.db.updateTable('files').set({ submission_id: null }).where('id', '=', photo.id).execute()
  return photo.id
}

/** Calls with an empty input, which the limit counts before it is read. */
const emptyOfCustomer =
  (name: string): LimitedCall =>
  (app, callers, who) =>
    procedure(app, name, {}, newIp(), customerOf(callers, who))
const emptyOfStaff =
  (name: string): LimitedCall =>
  (app, { staff }, who) =>
    procedure(app, name, {}, newIp(), staff[who].cookie)

/**
 * A call that each limit counts; only its being limited matters, not its result. Addresses and names vary where the
 * limit does not depend on them, so that no other limit is reached.
 */
export const limitedCalls: Readonly<Record<RateLimitName, LimitedCall>> = {
  submitTries: emptyOfCustomer('exchange.submit'),
  chatMessages: emptyOfCustomer('chat.send'),
  photoReplacements: emptyOfCustomer('transactions.replacePhoto'),
  requestAnswers: emptyOfCustomer('requests.decline'),
  profileChanges: emptyOfCustomer('account.saveProfile'),
  problemReports: emptyOfStaff('admin.problems.report'),
  ratePublishing: emptyOfStaff('admin.rates.publish'),
  statementImports: emptyOfStaff('statements.columns'),
  rateImports: emptyOfStaff('admin.rates.import'),
  testMails: emptyOfStaff('admin.setup.sendTestMail'),
  accessChanges: emptyOfStaff('admin.staff.add'),
  signInAccount: (app, _, who) => signIn(app, `account-${who}@mail.example`, newIp()),
  signInBrowser: (app, { customers }, who) => {
    const { email = '', cookie = '' } = customers[who === 'one' ? 0 : 1] ?? {}
    return signIn(app, email, newIp(), cookie)
  },
  signInNetwork: (app, _, who) => signIn(app, `${newName()}@mail.example`, ipOf(who)),
  staffSignInName: (app, _, who) => signInStaff(app, `staff-${who}`, newIp()),
  staffSignInBrowser: (app, { staff }, who) => signInStaff(app, staff[who].email, newIp(), staff[who].cookie),
  staffSignInNetwork: (app, _, who) => signInStaff(app, newName(), ipOf(who)),
  secondFactor: (app, { staff }, who) =>
    procedure(app, 'admin.me.renewRecoveryCodes', { code: '000000' }, newIp(), staff[who].cookie),
  passwordCheck: (app, callers, who) => {
    const form = { currentPassword: 'not-it', password: 'another-one', confirmPassword: 'another-one' }
    return procedure(app, 'account.changePassword', form, newIp(), customerOf(callers, who))
  },
  signUpNetwork: (app, _, who) => signUp(app, validSignUp(), ipOf(who)),
  signUpTries: (app, _, who) => signUp(app, {}, who === 'one' ? '192.0.2.3' : '192.0.2.4'),
  resetAddress: (app, _, who) =>
    procedure(app, 'account.requestPasswordReset', { email: `reset-${who}@mail.example` }, newIp()),
  resetNetwork: (app, _, who) =>
    procedure(app, 'account.requestPasswordReset', { email: `${newName()}@mail.example` }, ipOf(who)),
  resetLinkNetwork: (app, _, who) => procedure(app, 'account.resetPassword', { token: 'guessed' }, ipOf(who)),
  quoteNetwork: (app, _, who) =>
    app.request('POST', '/api/quote', { body: { cardBrand: 'apple', cardValue: 100 }, ...from(ipOf(who)) }),
  webhookNetwork: (app, _, who) => app.request('POST', '/api/webhooks/paypal', from(ipOf(who))),
  submitCustomer: (app, { customers }, who) => submit(app, 'submitCustomer', customers[who === 'one' ? 0 : 1], newIp()),
  // Others than those of the limit of an hour, whose last order is less than a day old.
  submitDay: (app, { customers }, who) => submit(app, 'submitDay', customers[who === 'one' ? 2 : 3], newIp()),
  submitNetwork: (app, { customers }, who) =>
    submit(app, 'submitNetwork', customers[++calls % customers.length], ipOf(who)),
  uploadBytes: (app, callers, who) => {
    const { payload, headers: form } = multipart({}, [{ name: 'front.png', bytes: aPhoto(), field: 'file' }])
    const { headers } = from(newIp(), customerOf(callers, who))
    const declared = { 'content-length': String(amountOf('uploadBytes')) }
    return app.request('POST', '/api/uploads', { payload, headers: { ...headers, ...form, ...declared } })
  },
  conversationReads: (app, callers, who) =>
    app.request('GET', '/api/chat/messages/none', from(newIp(), customerOf(callers, who))),
  appeals: async (app, callers, who) => {
    const [orderId, words] = [await anotherRejection(app, callers, who), 'The card was full.']
    return procedure(app, 'appeals.open', { orderId, words }, newIp(), customerOf(callers, who))
  },
  reveals: (app, { staff }, who) =>
    app.request('POST', '/api/admin/submissions/none/reveal', {
      body: { field: 'cardNumber' },
      ...from(newIp(), staff[who].cookie),
    }),
  evidence: (app, { staff }, who) =>
    app.request('POST', '/api/admin/submissions/none/evidence', from(newIp(), staff[who].cookie)),
  photoOrders: async (app, { staff }, who) =>
    app.request('GET', `/api/files/${await anotherPhoto(app)}`, from(newIp(), staff[who].cookie)),
  exports: (app, { staff }, who) => app.request('GET', '/api/admin/submissions.csv', from(newIp(), staff[who].cookie)),
  clearAll: (app, { staff }) => app.request('DELETE', '/api/admin/clear-all-data', from(newIp(), staff.one.cookie)),
}

/** The amount that one of these calls consumes. */
export const amountOf = (limit: RateLimitName) => (limit === 'uploadBytes' ? 20 * 1024 * 1024 : 1)
