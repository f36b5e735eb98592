import { maskCardNumber } from '#shared/card-number.ts'
import { payoutCents } from '#shared/money.ts'
import { isOpen, type SubmissionStatus } from '#shared/submission.ts'
import { searchText } from '../../accounts/search-text.ts'
import type { ServerContext } from '../../context.ts'
import type { UserTable } from '../../platform/db/account-tables.ts'
import type { FileTable } from '../../platform/db/file-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { type EncryptedColumn, encryptAnyText } from '../../platform/encryption/encrypted-text.ts'
import { FINGERPRINT_RULES } from '../../platform/encryption/fingerprint.ts'
import { newId, newReference } from '../../platform/ids.ts'
import { insertSeedRows } from './queue-queries.ts'

/** What an order repeats of its customer; whole rows of a million customers would fill the heap. */
type Customer = Pick<UserTable, 'id' | 'name' | 'email' | 'phone'>

/** A larger transaction writes the pages of an index once for more of its rows. */
const AT_ONCE = 100_000
const SUBMISSIONS_PER_CUSTOMER = 8
const TWO_YEARS_MS = 730 * 24 * 60 * 60 * 1000
const firstNames = 'dana marcus wilma tom ana li omar priya chen sofia jack nina ruth ivan maya leo'.split(' ')
const lastNames = 'reyes bell stone okafor silva wong haddad patel novak kim moreau lind costa weber'.split(' ')
const hosts = ['mail.example', 'inbox.example', 'post.example']

/**
 * Fills a migrated database with `count` submissions of the last two years, encrypted like real ones. The newest few
 * are open, the others decided.
 * @throws when it takes longer than `limitMs`
 */
export async function seedQueue(
  ctx: Pick<ServerContext, 'db' | 'keyring' | 'clock' | 'catalogue'>,
  count: number,
  limitMs: number,
): Promise<void> {
  const started = performance.now()
  const now = ctx.clock.now().getTime()
  const stepMs = TWO_YEARS_MS / count
  const customers: Customer[] = []
  for (let made = 0; made < count; made += AT_ONCE) {
    if (performance.now() - started > limitMs)
      throw new Error(`Only ${made} of ${count} rows were written in ${limitMs} ms.`)
    const size = Math.min(AT_ONCE, count - made)
    const users = Array.from({ length: Math.ceil(size / SUBMISSIONS_PER_CUSTOMER) }, (_, at) =>
      aCustomer(customers.length + at, new Date(now - TWO_YEARS_MS).toISOString()),
    )
    for (const { id, name, email, phone } of users) customers.push({ id, name, email, phone })
    const submissions = Array.from({ length: size }, (_, at) => {
      const older = count - made - at
      const customer = customers[drawn(customers.length)] as Customer
      return submissionRow(ctx, customer, new Date(now - older * stepMs).toISOString(), statusOf(older, count))
    })
    await insertSeedRows(ctx.db, { users, submissions, files: submissions.map(aFile) })
  }
}

function aCustomer(number: number, createdAt: string): UserTable {
  const [id, first, last] = [newId(), pick(firstNames), pick(lastNames)]
  const contact = {
    name: `${first} ${last}`,
    email: `${first}.${last}${number}${id.slice(0, 4).toLowerCase()}@${pick(hosts)}`,
    phone: '555-010-0100',
  }
  return {
    id,
    role: 'customer',
    username: null,
    ...contact,
    search_text: searchText(contact),
    trade_count: SUBMISSIONS_PER_CUSTOMER,
    must_change_password: 0,
    address: '',
    password_hash: '',
    created_at: createdAt,
    last_login_at: null,
    disabled_at: null,
    security_changed_at: null,
  }
}

function statusOf(older: number, count: number): SubmissionStatus {
  if (older <= Math.min(200, count / 50)) return older % 3 === 0 ? 'processing' : 'pending'
  const draw = drawn(100)
  return draw < 90 ? 'completed' : draw < 98 ? 'rejected' : 'failed'
}

function submissionRow(
  { keyring, catalogue }: Pick<ServerContext, 'keyring' | 'catalogue'>,
  customer: Customer,
  createdAt: string,
  status: SubmissionStatus,
): SubmissionTable {
  const id = newReference()
  const brand = pick(catalogue.current.brands)
  const valueCents = (10 + drawn(490)) * 100
  const cardNumber = String(1e12 + drawn(1e14))
  const isWaiting = isOpen(status)
  const encrypt = (column: EncryptedColumn<'submissions'>, text: string) =>
    encryptAnyText(keyring, 'submissions', id, column, text)
  return {
    id,
    user_id: customer.id,
    card_type: brand.name,
    card_brand: brand.slug,
    card_condition: 'brand-new',
    card_value_cents: valueCents,
    rate_bps: 9000,
    payout_cents: payoutCents(valueCents, 9000),
    catalogue_version: null,
    resubmit_of: null,
    first_order_id: null,
    email: customer.email ?? '',
    phone: customer.phone,
    account_name: customer.name,
    payment_type: 'cashapp',
    card_number_masked: maskCardNumber(cardNumber, brand.slug),
    payout_fingerprint: `seed.${id}`,
    fingerprint_rules: FINGERPRINT_RULES,
    erase_code_at: null,
    final_at: isWaiting ? null : createdAt,
    purged_at: null,
    kept_until: null,
    due_at: null,
    overdue_at: null,
    wait_left_ms: null,
    request_state: null,
    quoted_value_cents: null,
    quoted_rate_bps: null,
    quoted_payout_cents: null,
    card_number_encrypted: encrypt('card_number_encrypted', cardNumber),
    security_code_encrypted: isWaiting ? encrypt('security_code_encrypted', '8841') : null,
    expiring_date_encrypted: null,
    additional_info_encrypted: encrypt(
      'additional_info_encrypted',
      'Bought last week, the receipt is in the second photo.',
    ),
    payout_details_encrypted: encrypt(
      'payout_details_encrypted',
      JSON.stringify({ type: 'cashapp', details: `$${customer.name.replace(' ', '')}` }),
    ),
    status,
    status_reason: null,
    status_reason_code: null,
    evidence_due_at: null,
    version: isWaiting ? 1 : 2,
    created_at: createdAt,
    updated_at: createdAt,
  }
}

function aFile(submission: SubmissionTable): FileTable {
  return {
    id: newId(),
    owner_id: submission.user_id,
    submission_id: submission.id,
    message_id: null,
    problem_id: null,
    kind: 'upload',
    appeal_id: null,
    position: 0,
    file_name: 'front.jpg',
    file_size: 412_000,
    mime_type: 'image/jpeg',
    sha256: submission.id,
    uploaded_at: submission.created_at,
    rendition_id: null,
    rendition_size: null,
    rendition_sha256: null,
    // There are no file bytes to generate a rendition from.
    rendition_failed_at: submission.created_at,
    page_pictures: null,
  }
}

/** A random integer from 0, below `limit`. Cryptographic randomness would take longer than writing. */
function drawn(limit: number): number {
  return Math.floor(Math.random() * limit)
}

function pick<Each>(from: readonly Each[]): Each {
  return from[drawn(from.length)] as Each
}
