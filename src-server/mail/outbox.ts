import type { Logger } from 'pino'
import { type Clock, timestamp } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { inServerTransaction, type ServerDb } from '../db/database.ts'
import type { MailTable } from '../db/schema.ts'
import type { Keyring } from '../encryption/keys.ts'
import { openMail } from './encrypted-mail.ts'
import type { Mail } from './mail-kinds.ts'
import { MailRefusedError, type MailTransport } from './mail-transport.ts'
import { findNextDueAt, type LeasedMail, leaseDueMails, updateMail } from './outbox-queries.ts'
import { renderMail } from './render-mail.ts'

/** So many mails leave at once; then the site has the machine for a moment. */
const BATCH = 10
const REST_MS = 200
/** Far longer than a transport may take: a mail still claimed after it belongs to a process that died. */
const LEASE_MS = 5 * 60_000
/** The tries lie 1, 2, 4 ... 256 minutes apart: a mail server may be away for 8 hours. */
const FIRST_RETRY_MS = 60_000
const MOST_ATTEMPTS = 10
/** No mail waits longer than this for a look at the clock. */
const LONGEST_SLEEP_MS = 60_000
/** Mails under way when the server stops get this long. */
const GRACE_MS = 3_000

export type Outbox = {
  /** Something may be due: sends it soon. Does nothing before `start`. */
  wake(): void
  /** Sends what is due from now on. Without a PUBLIC_URL the links lead to the address the server listens on. */
  start(listeningOn?: string): void
  /** Ends the work; what was not sent stays due. */
  stop(): Promise<void>
  /** Erases the mails that were sent, where they stay with us. */
  forgetSent(): Promise<void>
  /** Sends everything that is due now; resolves when each mail was tried once. */
  deliverDue(): Promise<void>
}

export type OutboxParts = {
  db: ServerDb
  keyring: Keyring
  clock: Clock
  log: Logger
  transport: MailTransport
  config: Pick<Config, 'host' | 'port' | 'basePath' | 'publicUrl' | 'mailFrom'>
}

/**
 * The worker of the outbox. Each mail is sent at least once: one whose sending was cut off by a crash is sent again,
 * with the same Message-ID. Several workers over one database share the work.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { db, clock, log } = parts
  const { host, port, basePath, publicUrl, mailFrom } = parts.config
  let siteUrl = publicUrl?.href ?? `http://${host}:${port}${basePath}`
  let isRunning = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  const ending = new AbortController()

  function sleep(ms: number): void {
    clearTimeout(timer)
    if (isRunning) timer = setTimeout(work, ms).unref()
  }

  function work(): void {
    working ??= workOnce().finally(() => {
      working = undefined
    })
  }

  async function workOnce(): Promise<void> {
    try {
      const tried = await deliverBatch()
      if (tried > 0) return sleep(REST_MS)
      const dueAt = await findNextDueAt(db)
      const wait = dueAt === undefined ? LONGEST_SLEEP_MS : Date.parse(dueAt) - clock.now().getTime()
      sleep(Math.min(Math.max(wait, REST_MS), LONGEST_SLEEP_MS))
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be worked on')
      sleep(LONGEST_SLEEP_MS)
    }
  }

  /** Tries one batch of due mails; answers how many. */
  async function deliverBatch(): Promise<number> {
    const leaseUntil = timestamp(clock, LEASE_MS)
    const mails = await leaseDueMails(db, { now: timestamp(clock), leaseUntil, limit: BATCH })
    if (mails.length === 0) return 0
    const outcomes = await Promise.all(mails.map(async (mail) => ({ id: mail.id, changes: await outcomeOf(mail) })))
    await inServerTransaction(db, async (tx) => {
      for (const { id, changes } of outcomes) await updateMail(tx, id, changes)
    })
    return mails.length
  }

  /** Sends one mail; answers what becomes of its row. */
  async function outcomeOf(row: LeasedMail): Promise<Partial<MailTable>> {
    try {
      const mail = openMail(parts.keyring, row.id, row.payload_sealed)
      if (hasRunOut(mail, row.created_at, clock)) return givenUp(clock, 'Its link had run out.', null)
      await parts.transport.send(renderMail(mail, row, mailFrom, siteUrl), ending.signal)
      return { payload_sealed: null, due_at: null, sent_at: timestamp(clock), error: null }
    } catch (error) {
      return failureOf(row, error)
    }
  }

  function failureOf(row: LeasedMail, error: unknown): Partial<MailTable> {
    const words = errorMessages(error)
    const facts = { mailId: row.id, kind: row.kind, attempts: row.attempts, error: words }
    // A stop is nobody's failure: the next start tries again.
    if (ending.signal.aborted) return { due_at: timestamp(clock), attempts: row.attempts - 1 }
    if (error instanceof MailRefusedError || row.attempts >= MOST_ATTEMPTS) {
      log.error(facts, 'a mail was given up')
      return givenUp(clock, words, row.payload_sealed)
    }
    log.warn(facts, 'a mail was not sent and is tried again')
    return { due_at: timestamp(clock, FIRST_RETRY_MS * 2 ** (row.attempts - 1)), error: words }
  }

  return {
    wake: () => {
      if (!working) sleep(0)
    },
    start: (listeningOn) => {
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
      // One that is under way would be written afterwards.
      await working
      await parts.transport.forget()
    },
    deliverDue: async () => {
      while ((await deliverBatch()) > 0);
    },
  }
}

function givenUp(clock: Clock, error: string, payload: string | null): Partial<MailTable> {
  return { due_at: null, failed_at: timestamp(clock), error, payload_sealed: payload }
}

function hasRunOut(mail: Mail, createdAt: string, clock: Clock): boolean {
  return mail.kind === 'password-reset' && Date.parse(createdAt) + mail.minutes * 60_000 <= clock.now().getTime()
}

/** What the other side said, short, and without links: an error may quote the very one that opens an account. */
function errorMessages(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return words.replace(/https?:\S+/g, '(link)').slice(0, 300)
}
