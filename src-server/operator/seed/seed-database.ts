import { Readable } from 'node:stream'
import { chatSendInput } from '#shared/chat-schema.ts'
import type { StatementFormat } from '#shared/statement-schema.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import { findOwner } from '../../accounts/account-queries.ts'
import { signUp } from '../../accounts/sign-in.ts'
import { type Actor, noRequest } from '../../audit/audit-queries.ts'
import { reportProblem } from '../../cases/problems.ts'
import { setChatStatus } from '../../chat/manage-chat.ts'
import { replyToCustomer } from '../../chat/reply-to-customer.ts'
import { sendMessage } from '../../chat/send-message.ts'
import type { CallContext, ServerContext } from '../../context.ts'
import { saveUpload } from '../../files/save-upload.ts'
import { makeLot } from '../../inventory/lots/make-lot.ts'
import { cancelByHand, holdPayout } from '../../payouts/hold-payout.ts'
import { getPayout } from '../../payouts/list-payouts.ts'
import { beginByHand, markSent } from '../../payouts/pay-by-hand.ts'
import { recordReturn } from '../../payouts/record-return.ts'
import { unitsOf } from '../../payouts/statements/group-queries.ts'
import { importStatement } from '../../payouts/statements/import-statement.ts'
import { listFreeMovements } from '../../payouts/statements/movement-queries.ts'
import { getStatementAccount, makeStatementAccount } from '../../payouts/statements/statement-accounts.ts'
import { type Clock, DAY_MS, MINUTE_MS, systemClock } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import { asServer, type Db } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { approve } from '../../reviews/approve.ts'
import { setStatus } from '../../reviews/set-status.ts'
import type { Submitter } from '../../submissions/new-submission.ts'
import { drawCardPhoto } from './draw-card-photo.ts'
import { BUSINESS_DAYS, seedBusiness } from './seed-business.ts'
import { seedOrder } from './seed-order.ts'

const names = ['Dana Reyes', 'Marcus Hill', 'Priya Nair', 'Tom Okafor', 'Lena Fischer', 'Ana Souza']
const password = 'demo-password'
const SUBMISSIONS = 48
const SUBMISSION_MS = 90 * MINUTE_MS
/** The time that the example data covers. */
export const SEED_MS = BUSINESS_DAYS * DAY_MS + SUBMISSIONS * SUBMISSION_MS

/** Creates example data. Throws when a customer exists, so that it never mixes with real data. */
export async function seedDatabase(app: ServerContext, clock: { advance(ms: number): void }) {
  // The customers are fictitious, so no mail is sent and no second person confirms amounts.
  const quiet = { ...app, outbox: undefined, policies: withoutSecondPerson(app.policies) }
  const ctx = asServer(quiet)
  if (await table('users').find(app.db, { role: 'customer' }))
    throw new Error('The database is not empty. Nothing was written.')
  const staff = await findOwner(app.db)
  if (!staff) throw new Error('There is no owner.')
  const customers = []
  for (const [at, name] of names.entries()) customers.push(await signUpDemo(ctx, name, at))
  const owner = { id: staff.id, ...noRequest }
  const bank = await seedAccount(ctx, owner)
  const business = await seedBusiness(quiet, ctx, { owner, customers, clock })
  const { brands } = app.catalogue.current
  let approvals = 0
  for (let at = 0; at < SUBMISSIONS; at++) {
    const customer = customers[at % customers.length]
    const brand = brands[(at * 7) % brands.length]
    if (!customer || !brand) continue
    // A submission about every 90 minutes, decided 15 minutes later.
    clock.advance(75 * MINUTE_MS)
    const submissionId = await seedOrder(ctx, customer, brand, at)
    const status = at < SUBMISSIONS - 4 ? (reviewStatuses[(at * 3) % 7] ?? 'completed') : 'pending'
    clock.advance(15 * MINUTE_MS)
    if (status === 'processing') await seedPayout(ctx, owner, submissionId, approvals++)
    else if (status !== 'pending') await setStatus(ctx, owner, { submissionId, status, reason: reasonFor(status, at) })
  }
  await seedBackOffice(ctx, owner, bank)
  await seedChats(ctx, owner, customers)
  return { customers: customers.map(({ email }) => email), submissions: business + SUBMISSIONS, password }
}

function withoutSecondPerson(policies: ServerContext['policies']): ServerContext['policies'] {
  const controls = { ...policies.get('controls'), secondPersonFrom: null, paidAloneADay: null }
  return {
    ...policies,
    get: (name) => (name === 'controls' ? { ...policies.get(name), ...controls } : policies.get(name)),
  }
}

async function signUpDemo(ctx: CallContext, name: string, at: number) {
  const email = `${name.toLowerCase().replace(' ', '.')}@mail.example`
  const phone = `555-010${at}`
  const { id } = await signUp(ctx, { name, email, phone, password, confirmPassword: password })
  return { id, ...noRequest, email, phone, name }
}

function reasonFor(status: ReviewStatus, at: number) {
  const reasons = statusReasons[status]
  return reasons[at % reasons.length]
}

/** A clock that starts `beforeMs` ago and moves only by `advance`, never beyond the present. */
export function createSeedClock(beforeMs: number): Clock & { advance(ms: number): void } {
  let time = Date.now() - beforeMs
  return {
    now: () => new Date(time),
    after: systemClock.after,
    advance(ms) {
      time = Math.min(Date.now(), time + ms)
    },
  }
}

const states = ['ready', 'held', 'sending', 'paid', 'returned', 'canceled'] as const

async function seedPayout(ctx: CallContext, staff: Actor, submissionId: string, number: number) {
  const { payout } = await approve(ctx, staff, { submissionId })
  if (!payout) throw new Error(`Submission ${submissionId} has no payout.`)
  const { id } = payout
  const present = async () => ({ id, version: (await getPayout(ctx.app, id)).version })
  const state = states[number % states.length]
  if (state === 'ready') return
  if (state === 'held')
    return holdPayout(ctx, staff, { ...(await present()), note: 'Ask the brand whether the card was activated.' })
  if (state === 'canceled')
    return cancelByHand(ctx, staff, { ...(await present()), note: 'The customer wants the card back.' })
  await beginByHand(ctx, staff, await present())
  if (state === 'sending') return
  await markSent(ctx, staff, { ...(await present()), reference: `DEMO-${1001 + number}` })
  if (state === 'returned') await recordReturn(ctx, staff, { ...(await present()), code: 'details' })
}

const CARD_COLOUR = '#1b2838'

async function seedChats(ctx: CallContext, owner: Actor, [dana, marcus, priya]: readonly Submitter[]) {
  if (!dana || !marcus || !priya) throw new Error('There are too few customers.')
  const closed = await ask(ctx, marcus, 'My payout', 'My order is completed. When does the money arrive?')
  await replyToCustomer(ctx, owner, {
    sessionId: closed,
    message: 'Zelle takes up to one business day. You get an email once we have sent it.',
  })
  await setChatStatus(ctx, owner, { sessionId: closed, status: 'closed' })
  const answered = await ask(ctx, priya, 'A card without a receipt', 'Do you buy a Visa card without its receipt?')
  await replyToCustomer(ctx, owner, {
    sessionId: answered,
    message: 'Yes. Send us a photo of both sides, with the code scratched free.',
  })
  const bytes = Readable.from([drawCardPhoto(CARD_COLOUR, true)])
  const { id } = await saveUpload(ctx, dana.id, { name: 'back.png', bytes })
  await ask(ctx, dana, 'Which number is the code?', 'Is the number below the stripe the code?', [id])
}

async function ask(ctx: CallContext, customer: Submitter, subject: string, message: string, fileIds: string[] = []) {
  const { sessionId } = await sendMessage(ctx, customer, chatSendInput.parse({ subject, message, fileIds }))
  return sessionId
}

const LOT_CARDS = 3
const OPENING_CENTS = 2_500_000

async function seedBackOffice(ctx: CallContext, owner: Actor, bank: string) {
  const stock = await listStock(ctx.app.db, LOT_CARDS + 1)
  const [bad, ...offered] = stock
  if (!bad || offered.length < LOT_CARDS) throw new Error('There are too few cards in stock.')
  const items = offered.map(({ submission_id, face_cents, cost_cents }) => ({
    submissionId: submission_id,
    price: Math.round((face_cents + cost_cents) / 2) / 100,
  }))
  await makeLot(ctx, owner, { buyer: 'Bulk Cards LLC', items })
  await seedStatement(ctx, owner, bank)
  const note = 'The balance was 0.00 when we wanted to redeem the card.'
  const foundOn = today(ctx.app)
  await reportProblem(ctx, owner, { submissionId: bad.submission_id, kind: 'drained', foundOn, note })
}

const format: StatementFormat = {
  ...{ date: 'Date', dateFormat: 'YYYY-MM-DD', decimal: '.' },
  ...{ amount: 'Amount', description: 'Description', balance: 'Balance' },
}

async function seedAccount(ctx: CallContext, owner: Actor) {
  return makeStatementAccount(ctx, owner, {
    ...{ name: 'Business Checking', kind: 'bank', provider: 'hand', format },
    methods: ['bank', 'zelle', 'cashapp', 'googlepay', 'applepay', 'chime', 'greendot'],
    ...{ openingBalance: OPENING_CENTS / 100, openingOn: today(ctx.app) },
  })
}

/** What a bank account moved, of which the bank took another amount for one payment, and a fee. */
async function seedStatement(ctx: CallContext, owner: Actor, id: string) {
  const { app } = ctx
  const account = await getStatementAccount(app.db, id)
  const { opening_on: openingOn } = account
  const moved = unitsOf(await listFreeMovements(app.db, account, { from: openingOn, to: today(app) }))
  const lines = moved
    .toSorted((one, other) => (one.last < other.last ? -1 : 1))
    .map(({ last: day, cents, movements: [first] }, at) => ({
      ...{ day, text: `${cents < 0 ? 'PAYMENT' : 'DEPOSIT'} ${first?.payout_id ?? first?.submission_id ?? ''}` },
      cents: at === 1 ? cents - 100 : cents,
    }))
  lines.push({ day: lines.at(-1)?.day ?? openingOn, text: 'MONTHLY FEE', cents: -1500 })
  let balance = OPENING_CENTS
  const rows = lines.map(({ day, text, cents }) => {
    balance += cents
    return `${day},${text},${(cents / 100).toFixed(2)},${(balance / 100).toFixed(2)}\n`
  })
  const csv = `Date,Description,Amount,Balance\n${rows.join('')}`
  const { isStored, faults } = await importStatement(ctx, owner, { id, csv, dryRun: false })
  if (!isStored) throw new Error(`The statement was not stored: ${JSON.stringify(faults)}`)
}

async function listStock(db: Db, limit: number) {
  return db
    .selectFrom('inventory_items')
    .select(['submission_id', 'face_cents', 'cost_cents'])
    .where('state', '=', 'in-stock')
    .whereRef('left_face_cents', '=', 'face_cents')
    .orderBy('bought_at', 'desc')
    .orderBy('submission_id')
    .limit(limit)
    .execute()
}
