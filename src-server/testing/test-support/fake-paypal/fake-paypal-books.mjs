import { generateKeyPairSync, randomInt } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Documented: a sender_batch_id is refused for 30 days. */
const KEY_DAYS_MS = 30 * 86_400_000
const FEE_PERCENT = 2
/** The sender has its money back. */
const backStatuses = ['FAILED', 'DENIED', 'BLOCKED', 'CANCELED', 'RETURNED', 'REFUNDED', 'REVERSED']
export const itemStatuses = ['SUCCESS', 'PENDING', 'ONHOLD', 'UNCLAIMED', ...backStatuses]
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** The number of characters of an id. */
const ID_LENGTH = 13

/** What a receiver becomes, by the part of its address before the @. Every other receiver is paid. */
const outcomeOf = {
  pending: { status: 'PENDING' },
  onhold: { status: 'ONHOLD' },
  unclaimed: { status: 'UNCLAIMED', error: 'RECEIVER_UNREGISTERED' },
  locked: { status: 'FAILED', error: 'RECEIVER_ACCOUNT_LOCKED' },
  failed: { status: 'FAILED', error: 'RECEIVER_ACCOUNT_INVALID' },
  denied: { status: 'DENIED', error: 'RECEIVER_COUNTRY_NOT_ALLOWED' },
  blocked: { status: 'BLOCKED', error: 'REGULATORY_BLOCKED' },
  canceled: { status: 'CANCELED', error: 'CANCELED_BY_SENDER' },
  returned: { status: 'RETURNED', error: 'RECEIVER_REFUSED' },
  refunded: { status: 'REFUNDED' },
  reversed: { status: 'REVERSED' },
}

const defaultSettings = {
  /** The balance before the first payout. */
  openingBalanceCents: 100_000_000,
  /** 'at-once' gives an item its final status with the request; 'by-command' leaves it PENDING. */
  processing: 'at-once',
  /** Whether the answer to a duplicate links to the first batch. */
  duplicateLinks: true,
  /** The name of an error with which every payout is refused, like SENDER_RESTRICTED. */
  senderError: null,
  tokenSeconds: 32_400,
  /** Whether the app may read balances. */
  reporting: true,
  /** Where webhooks of each change are sent. */
  webhookUrl: null,
}

/** An id of 13 letters and digits, like those of PayPal. */
export function newId(below = randomInt) {
  return Array.from({ length: ID_LENGTH }, () => letters[below(letters.length)]).join('')
}

/**
 * The books of the fake in `folder`: each change is synced before it is answered, so they survive a SIGKILL. Amounts
 * are integer cents.
 */
export function openBooks(folder) {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'paypal-books.json')
  const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { ...newState(), signingKey: newKey() }

  function save() {
    writeFileSync(`${file}.new`, JSON.stringify(state, null, 1))
    const descriptor = openSync(`${file}.new`, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
    renameSync(`${file}.new`, file)
  }

  save()
  return booksOf(state, { save, now: () => new Date(Date.now() + state.clockOffsetMs), makeId: () => newId() })
}

/** The books of this state. `save` is called after each change. */
export function booksOf(state, { save, now, makeId }) {
  function enter(kind, { itemId, payoutId, amountCents, feeCents }) {
    state.entries.push({ at: now().toISOString(), kind, itemId, payoutId, amountCents, feeCents })
  }

  function sum(kind, part) {
    return state.entries.filter((entry) => entry.kind === kind).reduce((total, entry) => total + part(entry), 0)
  }

  const books = {
    state,
    now,
    save,
    /** Money that is out, fees included, reduces the balance. */
    balanceCents() {
      const withFee = ({ amountCents, feeCents }) => amountCents + feeCents
      return state.settings.openingBalanceCents - sum('sent', withFee) + sum('returned', withFee)
    },
    feeCents: (amountCents) => Math.floor((amountCents * FEE_PERCENT + 50) / 100),
    /** The batch that had this key in the last 30 days. */
    batchOfKey(key) {
      const since = now().getTime() - KEY_DAYS_MS
      return state.batches.findLast((batch) => batch.key === key && Date.parse(batch.createdAt) > since)
    },
    batch: (batchId) => state.batches.find((batch) => batch.batchId === batchId),
    batchOfItem: (itemId) => state.batches.find((batch) => batch.item.itemId === itemId),
    batchOfPayout: (payoutId) => state.batches.findLast((batch) => batch.item.payoutId === payoutId),
    count(calls, name) {
      state[calls][name] = (state[calls][name] ?? 0) + 1
      save()
    },
    addBatch(batch, item) {
      const feeCents = books.feeCents(item.amountCents)
      const added = {
        ...batch,
        batchId: makeId(),
        createdAt: now().toISOString(),
        item: { ...item, itemId: makeId(), transactionId: makeId(), feeCents, status: 'PENDING', error: null },
      }
      state.batches.push(added)
      enter('sent', added.item)
      if (state.settings.processing === 'at-once') {
        const [name] = item.receiver.split('@')
        const outcome = Object.hasOwn(outcomeOf, name) ? outcomeOf[name] : { status: 'SUCCESS' }
        books.setStatus(added, outcome.status, outcome.error)
      }
      save()
      return added
    },
    /** Money comes back once; PayPal returns its fee with it. */
    setStatus({ item }, status, error = null) {
      const wasBack = backStatuses.includes(item.status)
      if (wasBack && !backStatuses.includes(status)) enter('sent', item)
      if (!wasBack && backStatuses.includes(status)) enter('returned', item)
      Object.assign(item, { status, error })
      save()
    },
    report: () => ({
      batches: state.batches,
      entries: state.entries,
      posts: state.posts,
      reads: state.reads,
      tokenRequests: state.tokenRequests,
      deliveries: state.deliveries,
      sentCents: sum('sent', ({ amountCents }) => amountCents),
      returnedCents: sum('returned', ({ amountCents }) => amountCents),
      balanceCents: books.balanceCents(),
    }),
  }
  return books
}

export function newState() {
  return {
    settings: { ...defaultSettings },
    clockOffsetMs: 0,
    batches: [],
    entries: [],
    /** Requests for a payout by key, refused ones too, and reads of a batch by its id. */
    posts: {},
    reads: {},
    tokenRequests: 0,
    deliveries: [],
    undelivered: [],
  }
}

/** The key that signs webhooks. */
function newKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
}
