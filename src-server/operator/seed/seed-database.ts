import { statusReasons } from '#shared/status-reasons.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import { findOwner } from '../../accounts/account-queries.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { noRequest } from '../../audit/audit-queries.ts'
import type { CallContext, ServerContext } from '../../context.ts'
import { asServer } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { setStatus } from '../../reviews/set-status.ts'
import { seedBackOffice } from './seed-back-office.ts'
import { BUSINESS_DAYS, seedBusiness } from './seed-business.ts'
import { seedChats } from './seed-chats.ts'
import { seedOrder } from './seed-order.ts'
import { seedPayout } from './seed-payout.ts'

const names = ['Dana Reyes', 'Marcus Hill', 'Priya Nair', 'Tom Okafor', 'Lena Fischer', 'Ana Souza']
const password = 'demo-password'
const SUBMISSIONS = 48
const MINUTE_MS = 60_000
const SUBMISSION_MS = 90 * MINUTE_MS
/** The time that the example data covers. */
export const SEED_MS = BUSINESS_DAYS * 24 * 60 * MINUTE_MS + SUBMISSIONS * SUBMISSION_MS

/** Creates example data. Throws when a customer exists, so that it never mixes with real data. */
export async function seedDatabase(
  app: ServerContext,
  clock: { advance(ms: number): void },
): Promise<{ customers: string[]; submissions: number; password: string }> {
  // The customers are fictitious, so no mail is sent.
  const quiet = { ...app, outbox: undefined }
  const ctx = asServer(quiet)
  if (await table('users').find(app.db, { role: 'customer' }))
    throw new Error('The database is not empty. Nothing was written.')
  const staff = await findOwner(app.db)
  if (!staff) throw new Error('There is no owner.')
  const customers = []
  for (const [at, name] of names.entries()) customers.push(await signUpDemo(ctx, name, at))
  const owner = { id: staff.id, ...noRequest }
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
  await seedBackOffice(ctx, owner)
  await seedChats(ctx, owner, customers)
  return { customers: customers.map(({ email }) => email), submissions: business + SUBMISSIONS, password }
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
