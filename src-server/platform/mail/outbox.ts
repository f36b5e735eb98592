import type { Logger } from 'pino'
import type { SiteValues } from '#shared/site-settings.ts'
import { type Clock, timestamp } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { inServerTransaction, type ServerDb } from '../db/database.ts'
import type { MailTable } from '../db/operations-tables.ts'
import { table } from '../db/table.ts'
import { textIn } from '../encryption/encrypted-text.ts'
import type { Keyring } from '../encryption/keys.ts'
import type { Mail } from './mail-kinds.ts'
import { MailRefusedError, type MailTransport, senderOf } from './mail-transport.ts'
import { findNextDueAt, type LeasedMail, leaseDueMails } from './outbox-queries.ts'
import { renderMail } from './render-mail.ts'

/** Mails per batch; the pause between batches leaves CPU time for requests, and fills the next one under load. */
const BATCH = 25
const REST_MS = 200
/** Far longer than any transport takes: an expired lease means that the process died. */
const LEASE_MS = 5 * 60_000
/** Retries follow after 1, 2, 4 ... 256 minutes, to survive a mail server outage of 8 hours. */
const FIRST_RETRY_MS = 60_000
const MAX_ATTEMPTS = 10
/** Upper bound of the timer, in case the clock changes. */
const LONGEST_SLEEP_MS = 60_000
/** How long a shutdown waits for mails that are being sent. */
const GRACE_MS = 3_000

export type Outbox = ReturnType<typeof createOutbox>

type OutboxParts = {
  db: ServerDb
  keyring: Keyring
  clock: Clock
  log: Logger
  transport: MailTransport
  site: { readonly current: SiteValues }
  config: Pick<Config, 'host' | 'port' | 'basePath' | 'publicUrl' | 'mailFrom'>
}

/** Sends each mail at least once: after a crash maybe again, with the same Message-ID. Workers can share a database. */
export function createOutbox(parts: OutboxParts) {
  const { db, clock, log } = parts
  const { host, port, basePath, publicUrl } = parts.config
  let siteUrl = publicUrl?.href ?? `http://${host}:${port}${basePath}`
  let isRunning = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isAsked = false
  let restsUntil = 0
  const ending = new AbortController()

  function sleep(ms: number) {
    clearTimeout(timer)
    if (isRunning) timer = setTimeout(work, ms).unref()
  }

  function work() {
    if (working) return
    isAsked = false
    working = workOnce().finally(() => {
      working = undefined
      if (isAsked) workSoon()
    })
  }

  function workSoon() {
    sleep(Math.max(0, restsUntil - performance.now()))
  }

  async function workOnce() {
    try {
      const tried = await deliverBatch()
      if (tried > 0) {
        restsUntil = performance.now() + REST_MS
        return workSoon()
      }
      const dueAt = await findNextDueAt(db)
      const wait = dueAt === undefined ? LONGEST_SLEEP_MS : Date.parse(dueAt) - clock.now().getTime()
      sleep(Math.min(Math.max(wait, REST_MS), LONGEST_SLEEP_MS))
    } catch (error) {
      log.error({ err: error }, 'could not process the outbox')
      sleep(LONGEST_SLEEP_MS)
    }
  }

  async function deliverBatch() {
    const leaseUntil = timestamp(clock, LEASE_MS)
    const mails = await leaseDueMails(db, { now: timestamp(clock), leaseUntil, limit: BATCH })
    if (mails.length === 0) return 0
    const outcomes = await Promise.all(mails.map(async (mail) => ({ id: mail.id, changes: await outcomeOf(mail) })))
    await inServerTransaction(db, async (tx) => {
      for (const { id, changes } of outcomes) await table('mail_outbox').update(tx, { id }, changes)
    })
    return mails.length
  }

  async function outcomeOf(row: LeasedMail): Promise<Partial<MailTable>> {
    try {
      const mail = JSON.parse(textIn(parts.keyring, 'mail_outbox', row, 'payload_encrypted')) as Mail
      if (hasExpired(mail, row.created_at, clock)) return givenUp(clock, 'The link has expired.', null)
      await parts.transport.send(
        renderMail(mail, row, senderOf(parts.config, parts.site.current), siteUrl, parts.site.current),
        ending.signal,
      )
      return { payload_encrypted: null, due_at: null, sent_at: timestamp(clock), error: null }
    } catch (error) {
      return failureOf(row, error)
    }
  }

  function failureOf(row: LeasedMail, error: unknown): Partial<MailTable> {
    const message = errorMessage(error)
    const facts = { mailId: row.id, kind: row.kind, attempts: row.attempts, error: message }
    // An attempt aborted by the shutdown does not count.
    if (ending.signal.aborted) return { due_at: timestamp(clock), attempts: row.attempts - 1 }
    if (error instanceof MailRefusedError || row.attempts >= MAX_ATTEMPTS) {
      log.error(facts, 'could not send a mail, giving up')
      return givenUp(clock, message, row.payload_encrypted)
    }
    log.warn(facts, 'could not send a mail, will retry')
    return { due_at: timestamp(clock, FIRST_RETRY_MS * 2 ** (row.attempts - 1)), error: message }
  }

  return {
    wake: () => {
      isAsked = true
      if (!working) workSoon()
    },
    /** Starts sending due mails. Without PUBLIC_URL, links use the address the server listens on. */
    start: (listeningOn?: string) => {
      siteUrl = publicUrl?.href ?? listeningOn ?? siteUrl
      isRunning = true
      sleep(0)
    },
    stop: async () => {
      isRunning = false
      clearTimeout(timer)
      const grace = setTimeout(() => ending.abort(), GRACE_MS)
      await working
      clearTimeout(grace)
    },
    forgetSent: async () => {
      if (!parts.transport.forget) return
      // A mail that is being sent would be stored after the deletion.
      await working
      await parts.transport.forget()
    },
    deliverDue: async () => {
      while ((await deliverBatch()) > 0);
    },
  }
}

function givenUp(clock: Clock, error: string, payload: string | null): Partial<MailTable> {
  return { due_at: null, failed_at: timestamp(clock), error, payload_encrypted: payload }
}

function hasExpired(mail: Mail, createdAt: string, clock: Clock) {
  return mail.kind === 'password-reset' && Date.parse(createdAt) + mail.minutes * 60_000 <= clock.now().getTime()
}

/** The transport's error message, shortened and without links: it may quote a password reset link. */
function errorMessage(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/https?:\S+/g, '(link)').slice(0, 300)
}
