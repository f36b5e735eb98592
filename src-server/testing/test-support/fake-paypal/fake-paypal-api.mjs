import { randomBytes } from 'node:crypto'
import { itemStatuses } from './fake-paypal-books.mjs'

const errorsLink = 'https://developer.paypal.com/docs/api/payments.payouts-batch/#errors'
/** Documented names with their status; the sender's account is the cause. */
const senderErrors = { AUTHORIZATION_ERROR: 403, SENDER_RESTRICTED: 403, SENDER_EMAIL_UNCONFIRMED: 403 }
const batchStatusOf = { PENDING: 'PENDING', DENIED: 'DENIED', FAILED: 'DENIED' }
const decimal = (cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
const usd = (cents) => ({ currency: 'USD', value: decimal(cents) })

/** An error answer in PayPal's form. */
function problem(status, name, details = []) {
  const debug_id = randomBytes(7).toString('hex').slice(0, 13)
  const message = `${name.toLowerCase().replaceAll('_', ' ')}.`
  return { status, body: { name, message, debug_id, information_link: errorsLink, details, links: [] } }
}

export const notFound = () => problem(404, 'RESOURCE_NOT_FOUND')
export const invalidRequest = (field, issue) => problem(400, 'VALIDATION_ERROR', [{ field, location: 'body', issue }])
export const serverError = (status) => problem(status, status === 429 ? 'RATE_LIMIT_REACHED' : 'INTERNAL_ERROR')

/** The calls of PayPal that move and show money: each returns status and body. */
export function payPalApi({ books, origin, clientId, clientSecret }) {
  const tokens = new Map()
  const link = (path, rel) => ({ href: `${origin}${path}`, rel, method: 'GET', encType: 'application/json' })
  const batchLink = ({ batchId }) => link(`/v1/payments/payouts/${batchId}`, 'self')

  function batchHeader(batch) {
    const { batchId, createdAt, key, emailSubject, item } = batch
    return {
      payout_batch_id: batchId,
      batch_status: batchStatusOf[item.status] ?? 'SUCCESS',
      time_created: createdAt,
      sender_batch_header: { sender_batch_id: key, email_subject: emailSubject },
      amount: usd(item.amountCents),
      fees: usd(item.feeCents),
    }
  }

  function itemBody({ batchId, key, item }) {
    return {
      payout_item_id: item.itemId,
      transaction_id: item.transactionId,
      transaction_status: item.status,
      payout_item_fee: usd(item.feeCents),
      payout_batch_id: batchId,
      sender_batch_id: key,
      payout_item: {
        recipient_type: item.recipientType,
        amount: usd(item.amountCents),
        note: item.note,
        receiver: item.receiver,
        sender_item_id: item.payoutId,
        recipient_wallet: 'PAYPAL',
      },
      ...(item.error && { errors: { name: item.error, message: item.error, information_link: errorsLink } }),
      links: [link(`/v1/payments/payouts-item/${item.itemId}`, 'item')],
    }
  }

  function duplicate(batch) {
    const detail = {
      field: 'SENDER_BATCH_ID',
      location: 'body',
      issue: 'Batch with given sender_batch_id already exists',
      ...(books.state.settings.duplicateLinks && { link: [batchLink(batch)] }),
    }
    return problem(400, 'USER_BUSINESS_ERROR', [detail])
  }

  return {
    batchHeader,
    itemBody,
    revokeTokens: () => tokens.clear(),
    isAuthorized({ authorization = '' }) {
      return (tokens.get(authorization.replace(/^Bearer /, '')) ?? 0) > books.now().getTime()
    },
    token({ authorization = '' }, form) {
      books.state.tokenRequests++
      books.save()
      const given = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
      if (given !== `${clientId}:${clientSecret}`)
        return { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } }
      if (new URLSearchParams(form).get('grant_type') !== 'client_credentials')
        return { status: 400, body: { error: 'unsupported_grant_type' } }
      const { tokenSeconds } = books.state.settings
      const token = `A21AA${randomBytes(48).toString('base64url')}`
      tokens.set(token, books.now().getTime() + tokenSeconds * 1000)
      const scope = 'https://uri.paypal.com/payments/payouts'
      return { status: 200, body: { scope, access_token: token, token_type: 'Bearer', expires_in: tokenSeconds } }
    },
    /** Counts a request for a payout, whatever becomes of it. */
    countPost(request) {
      const key = request?.sender_batch_header?.sender_batch_id
      if (typeof key === 'string') books.count('posts', key)
    },
    create(request) {
      const { sender_batch_header: header, items } = request ?? {}
      const key = header?.sender_batch_id
      if (typeof key !== 'string' || !/^.{1,256}$/.test(key))
        return invalidRequest('sender_batch_header.sender_batch_id', 'Value is invalid')
      if (!Array.isArray(items) || items.length !== 1) return invalidRequest('items', 'The fake pays one item a batch')
      const [{ recipient_type: recipientType, receiver, amount, sender_item_id: payoutId, note = '' }] = items
      if (!/^\d{1,10}\.\d{2}$/.test(amount?.value ?? '') || amount.currency !== 'USD' || Number(amount.value) === 0)
        return invalidRequest('items[0].amount', 'Amount is invalid')
      if (!isReceiver(recipientType, receiver))
        return invalidRequest('items[0].receiver', 'Receiver is invalid or does not match with type')
      const earlier = books.batchOfKey(key)
      if (earlier) return duplicate(earlier)
      const { senderError } = books.state.settings
      if (senderError) return problem(senderErrors[senderError] ?? 422, senderError)
      const amountCents = Number(amount.value.replace('.', ''))
      if (amountCents + books.feeCents(amountCents) > books.balanceCents()) return problem(422, 'INSUFFICIENT_FUNDS')
      const item = { recipientType, receiver, amountCents, payoutId, note }
      const batch = books.addBatch({ key, emailSubject: header.email_subject }, item)
      const { amount: _, fees: __, ...shown } = batchHeader(batch)
      const body = { batch_header: { ...shown, batch_status: 'PENDING' }, links: [batchLink(batch)] }
      return { status: 201, body, made: batch }
    },
    showBatch(batchId) {
      const batch = books.batch(batchId)
      if (!batch) return notFound()
      books.count('reads', batchId)
      const body = { batch_header: batchHeader(batch), items: [itemBody(batch)], links: [batchLink(batch)] }
      return { status: 200, body }
    },
    showItem(itemId) {
      const batch = books.batchOfItem(itemId)
      return batch ? { status: 200, body: itemBody(batch) } : notFound()
    },
    /** Documented: all balances of the account, with what is available of each. */
    showBalances() {
      if (!books.state.settings.reporting) return problem(403, 'NOT_AUTHORIZED')
      const amount = { currency_code: 'USD', value: decimal(books.balanceCents()) }
      const usdBalance = { currency: 'USD', primary: true, total_balance: amount, available_balance: amount }
      const withheld_balance = { currency_code: 'USD', value: '0.00' }
      const at = books.now().toISOString()
      const times = { as_of_time: at, last_refresh_time: at }
      return { status: 200, body: { balances: [{ ...usdBalance, withheld_balance }], account_id: 'FAKE', ...times } }
    },
    /** Documented: only an unclaimed item can be canceled, and is returned then. */
    cancelItem(itemId) {
      const batch = books.batchOfItem(itemId)
      if (!batch) return notFound()
      if (batch.item.status !== 'UNCLAIMED') return problem(400, 'ITEM_INCORRECT_STATUS')
      books.setStatus(batch, 'RETURNED')
      return { status: 200, body: itemBody(batch), made: batch }
    },
    /** A command: changes the status of a payout, by our id of it. */
    setStatus({ payoutId, status, error }) {
      const batch = books.batchOfPayout(payoutId)
      if (!batch) return { status: 404, body: { error: `No payout ${payoutId}.` } }
      if (!itemStatuses.includes(status)) return { status: 400, body: { error: `status: ${itemStatuses.join(', ')}` } }
      books.setStatus(batch, status, error)
      return { status: 200, body: itemBody(batch), made: batch }
    },
  }
}

/** PayPal checks the form of an address at once, and everything else later. */
function isReceiver(type, receiver) {
  if (typeof receiver !== 'string' || receiver.length > 127 || receiver.startsWith('invalid@')) return false
  return type === 'EMAIL'
    ? /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(receiver)
    : type === 'PHONE' && /^\+\d{7,15}$/.test(receiver)
}
