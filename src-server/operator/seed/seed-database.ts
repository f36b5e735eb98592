import { Readable } from 'node:stream'
import type { Brand } from '#shared/brand.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import { submitInput } from '#shared/submission-schema.ts'
import { findOwner } from '../../accounts/account-queries.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { noRequest } from '../../audit/audit-queries.ts'
import type { CallContext, ServerContext } from '../../context.ts'
import { saveUpload } from '../../files/save-upload.ts'
import { asServer } from '../../platform/db/database.ts'
import { setStatus } from '../../reviews/set-status.ts'
import type { Submitter } from '../../submissions/new-submission.ts'
import { submitExchange } from '../../submissions/submit-exchange.ts'
import { drawCardPhoto } from './draw-card-photo.ts'
import { seedPayout } from './seed-payout.ts'
import { isDatabaseWithoutCustomers } from './seed-queries.ts'

const names = ['Dana Reyes', 'Marcus Hill', 'Priya Nair', 'Tom Okafor', 'Lena Fischer', 'Ana Souza']
const password = 'demo-password'
const SUBMISSIONS = 48
const MINUTE_MS = 60_000

/**
 * Creates customers, submissions with generated photos, decisions and payouts through the use cases. Sends no mail.
 * @throws when a customer exists, so that demo data never mixes with real data, or when there is no owner
 */
export async function seedDatabase(
  app: ServerContext,
  clock: { advance(ms: number): void },
): Promise<{ customers: string[]; submissions: number; password: string }> {
  // The customers are fictitious, so no mail is sent.
  const ctx = asServer({ ...app, outbox: undefined })
  if (!(await isDatabaseWithoutCustomers(app.db))) throw new Error('The database is not empty. Nothing was written.')
  const staff = await findOwner(app.db)
  if (!staff) throw new Error('There is no owner.')
  const customers = []
  for (const [at, name] of names.entries()) customers.push(await signUpDemo(ctx, name, at))
  const { brands } = app.catalogue.current
  let approvals = 0
  for (let at = 0; at < SUBMISSIONS; at++) {
    const customer = customers[at % customers.length]
    const brand = brands[(at * 7) % brands.length]
    if (!customer || !brand) continue
    // A submission about every 90 minutes, decided 15 minutes later.
    clock.advance(75 * MINUTE_MS)
    const submissionId = await submitDemo(ctx, customer, brand, at)
    const status = at < SUBMISSIONS - 4 ? (reviewStatuses[(at * 3) % 7] ?? 'completed') : 'pending'
    clock.advance(15 * MINUTE_MS)
    const actor = { id: staff.id, ...noRequest }
    if (status === 'processing') await seedPayout(ctx, actor, submissionId, approvals++)
    else if (status !== 'pending') await setStatus(ctx, actor, { submissionId, status, reason: reasonFor(status, at) })
  }
  return { customers: customers.map(({ email }) => email), submissions: SUBMISSIONS, password }
}

async function signUpDemo(ctx: CallContext, name: string, at: number) {
  const email = `${name.toLowerCase().replace(' ', '.')}@mail.example`
  const phone = `555-010${at}`
  const { id } = await signUp(ctx, { name, email, phone, password, confirmPassword: password })
  return { id, ...noRequest, email, phone, name }
}

async function submitDemo(ctx: CallContext, customer: Submitter, brand: Brand, at: number): Promise<string> {
  const fileIds = []
  for (const side of ['front', 'back'].slice(0, Math.max(brand.rules.photosNeeded, 1 + (at % 2)))) {
    const bytes = Readable.from([drawCardPhoto(brand.colour, side === 'back')])
    const { id } = await saveUpload(ctx, customer.id, { name: `${brand.slug}-${side}.png`, bytes })
    fileIds.push(id)
  }
  const digits = String(6_000_000_000_000_000 + at * 7_919_000_131)
  const input = submitInput.parse({
    cardBrand: brand.slug,
    cardValue: dollarsFromCents(brand.minCents * (1 + (at % 4))),
    cardCondition: at % 3 === 0 ? 'partially-used' : 'brand-new',
    cardNumber: digits,
    securityCode: String(1000 + at * 37),
    accountName: customer.name,
    paymentMethod: at % 5 === 0 ? 'bank' : (['paypal', 'cashapp', 'zelle', 'chime'] as const)[at % 4],
    paymentDetails: at % 4 === 1 ? `$${customer.name.split(' ')[0]?.toLowerCase()}` : customer.email,
    accountNumber: '000123456789',
    routingNumber: '021000021',
    fileIds,
    termsAccepted: true,
  })
  return (await submitExchange(ctx, customer, input)).submissionId
}

function reasonFor(status: ReviewStatus, at: number): string | undefined {
  const reasons = statusReasons[status]
  return reasons[at % reasons.length]
}
