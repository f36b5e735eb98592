import type { WantedItem } from '#shared/information-request.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { InformationRequestTable } from '../../platform/db/request-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import { newId } from '../../platform/ids.ts'
import type { MailOffer } from '../../platform/mail/mail-kinds.ts'
import type { NewStatus } from '../../submissions/change-status.ts'
import { reasonForMail } from '../../submissions/submission-email.ts'

const MINUTE_MS = 60_000
const waitsForSeller = { request_state: 'requested' } as const

type Made = { madeBy: string; words: string | undefined }
type Offered = Pick<
  InformationRequestTable,
  'check_id' | 'card_brand' | 'value_cents' | 'rate_bps' | 'payout_cents' | 'catalogue_version'
>
type RequestChange = Pick<NewStatus, 'columns' | 'mail'>

/** The caller has locked the order, which has no open request, and changes its status with the result. */
export async function openFix(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { wants, ...made }: Made & { wants: readonly WantedItem[] },
): Promise<RequestChange> {
  const { due_at: until } = await store(app, tx, order, made, { kind: 'fix', wants: JSON.stringify(wants) })
  const words = wordsForMail(app, order, made.words)
  return { columns: waitsForSeller, mail: { kind: 'request-made', wants: [...wants], words, until } }
}

export async function openOffer(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { offered, offer, ...made }: Made & { offered: Offered; offer: MailOffer },
): Promise<RequestChange> {
  const former = {
    former_brand: order.card_brand,
    former_value_cents: order.card_value_cents,
    former_rate_bps: order.rate_bps,
    former_payout_cents: order.payout_cents,
  }
  const { due_at: until } = await store(app, tx, order, made, { kind: 'offer', wants: null, ...offered, ...former })
  const words = wordsForMail(app, order, made.words)
  return { columns: waitsForSeller, mail: { kind: 'offer-made', offer, words, until } }
}

const noOffer = {
  check_id: null,
  card_brand: null,
  value_cents: null,
  rate_bps: null,
  payout_cents: null,
  catalogue_version: null,
  former_brand: null,
  former_value_cents: null,
  former_rate_bps: null,
  former_payout_cents: null,
}

async function store(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { madeBy, words }: Made,
  what: Pick<InformationRequestTable, 'kind' | 'wants'> & Partial<InformationRequestTable>,
): Promise<InformationRequestTable> {
  const { fixMinutes, offerMinutes, remindMinutes } = app.policies.get('reviews')
  const termMs = (what.kind === 'fix' ? fixMinutes : offerMinutes) * MINUTE_MS
  const remindMs = remindMinutes * MINUTE_MS
  const id = newId()
  const row: InformationRequestTable = {
    ...noOffer,
    id,
    submission_id: order.id,
    state: 'open',
    made_by: madeBy,
    made_at: timestamp(app.clock),
    due_at: timestamp(app.clock, termMs),
    // A reminder at the beginning would repeat the first mail.
    remind_at: remindMs > 0 && remindMs < termMs ? timestamp(app.clock, termMs - remindMs) : null,
    reminded_at: null,
    closed_at: null,
    closed_by: null,
    closed_version: null,
    note_encrypted: encryptText(app.keyring, words, {
      table: 'information_requests',
      column: 'note_encrypted',
      row: id,
    }),
    ...what,
  }
  await table('information_requests').insert(tx, row)
  return row
}

function wordsForMail({ keyring }: AppContext, order: SubmissionTable, words: string | undefined): string | null {
  return words ? reasonForMail(keyring, order, words) : null
}
