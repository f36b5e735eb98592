// The control of the signed-in read: the same queries, each prepared once, and the fields of the answer.
import { createHash } from 'node:crypto'
import SQLite from 'better-sqlite3'
import { parseCookie } from 'cookie'

/**
 * Returns the orders of the customer with this Cookie header, read from the SQLite database `file`. Fields that are not
 * read here have the values of `answered`, the orders as the site answers them by their ids.
 */
export function ordersIn(file, answered) {
  const database = new SQLite(file, { readonly: true })
  const session = database.prepare(`
    select sessions.id as session_id, sessions.expires_at, sessions.last_seen_at, users.id, users.role, users.username,
      users.email, users.name, users.phone, users.address, users.created_at, users.last_login_at, users.disabled_at,
      users.must_change_password
    from users inner join sessions on sessions.user_id = users.id
    where sessions.token_hash = ? and sessions.kind = 'customer' and sessions.expires_at > ?
      and users.disabled_at is null`)
  const orders = database.prepare(
    "select * from submissions where user_id = ? and status != 'registered' order by created_at desc, id desc",
  )
  const ofOrders = new Map()
  const prepareOf = (count) => {
    const marks = Array.from({ length: count }, () => '?').join(', ')
    const files = `select * from files where submission_id in (${marks}) order by submission_id, position`
    const payouts = `
      select submission_id, payouts.id, state, payouts.amount_cents, method_type, reference, sent_at, debt_ended_at,
        approved_at, idempotency_key
      from payout_lines inner join payouts on payouts.id = payout_lines.payout_id
      where submission_id in (${marks}) and state != 'canceled'`
    return { files: database.prepare(files), payouts: database.prepare(payouts) }
  }

  return (cookieHeader) => {
    const hash = createHash('sha256')
      .update(parseCookie(cookieHeader).gce ?? '')
      .digest('base64url')
    const found = session.get(hash, new Date().toISOString())
    if (!found) throw new Error('There is no such session.')
    const rows = orders.all(found.id)
    const ids = rows.map(({ id }) => id)
    if (!ofOrders.has(ids.length)) ofOrders.set(ids.length, prepareOf(ids.length))
    const { files, payouts } = ofOrders.get(ids.length)
    const uploads = groupFiles(files.all(ids))
    if (payouts.all(ids).length > 0) throw new Error('The orders of this control are not approved.')
    return rows.map((row) => ({ ...answered.get(row.id), ...fieldsOf(row, uploads.get(row.id) ?? []) }))
  }
}

function groupFiles(files) {
  const groups = new Map()
  for (const file of files) {
    const group = groups.get(file.submission_id)
    if (group) group.push(file)
    else groups.set(file.submission_id, [file])
  }
  return groups
}

function fieldsOf(row, files) {
  return {
    id: row.id,
    giftCardName: row.card_type,
    cardValue: row.card_value_cents / 100,
    exchangeRate: row.rate_bps / 10_000,
    payoutAmount: row.payout_cents / 100,
    status: row.status,
    statusReason: row.status_reason,
    createdAt: row.created_at,
    email: row.email,
    cardNumber: row.card_number_masked,
    uploadedFiles: files.map(({ id, file_name, mime_type, file_size }) => ({
      id,
      fileName: file_name,
      mimeType: mime_type,
      fileSize: file_size,
    })),
  }
}
