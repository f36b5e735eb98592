import { expect, vi } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { createMemoryTransport } from '../../testing/test-support/memory-transport.ts'
import { readMail } from '../../testing/test-support/read-mail.ts'
import { type SmtpServer, startSmtpServer } from '../../testing/test-support/smtp-server.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { MINUTE_MS } from '../clock.ts'
import { inTransaction } from '../db/database.ts'
import { enqueueMail } from './enqueue-mail.ts'
import type { Mail } from './mail-kinds.ts'
import { createSmtpTransport, type MailTransport } from './mail-transport.ts'
import { createOutbox, type Outbox } from './outbox.ts'

const to = 'dana@mail.example'
const hello: Mail = { kind: 'chat-reply', name: 'Dana Reyes' }
const reset: Mail = { kind: 'password-reset', name: 'Dana Reyes', token: 'the-secret-token', minutes: 20 }

const enqueue = (app: TestApp, mail: Mail = hello, recipient = to) =>
  inTransaction(app.call, (tx) => enqueueMail(tx, app.ctx, { id: 'dana', email: recipient }, mail))
const rows = (app: TestApp) =>
  app.ctx.db.selectFrom('mail_outbox').selectAll().orderBy('created_at').orderBy('due_at').execute()
/** An outbox worker on the app's database with this transport. */
const workerOf = ({ ctx }: TestApp, transport: MailTransport) => createOutbox({ ...ctx, transport })

test('a rollback removes the enqueued mail', async ({ app }) => {
  const work = inTransaction(app.call, async (tx) => {
    await enqueueMail(tx, app.ctx, { id: 'dana', email: to }, hello)
    throw new Error('something else failed')
  })
  await expect(work).rejects.toThrow('something else failed')
  expect(await rows(app)).toEqual([])
  await enqueue(app)
  expect(await rows(app)).toHaveLength(1)
})

test('mails of one millisecond are sent in the order in which they were added', async ({ app }) => {
  const recipients = Array.from({ length: 10 }, (_, at) => `dana${at}@mail.example`)
  for (const recipient of recipients) await enqueue(app, hello, recipient)
  expect((await app.mails()).map((mail) => mail.to)).toEqual(recipients)
})

test('a committed mail wakes the worker', async ({ app }) => {
  const sent = new Promise<string>((resolve) => {
    const outbox = workerOf(app, { send: async (mail) => resolve(mail.to) })
    outbox.start()
    void inTransaction(app.call, (tx) => enqueueMail(tx, { ...app.ctx, outbox }, { id: 'dana', email: to }, hello))
  })
  expect(await sent).toBe(to)
})

test('a wake during a run causes another run, because that run may have missed the mail', async ({ app }) => {
  let reads = 0
  const now = () => {
    if (reads++ === 0) outbox.wake()
    return app.clock.now()
  }
  const outbox = createOutbox({ ...app.ctx, transport: createMemoryTransport(), clock: { ...app.clock, now } })
  outbox.start()
  // A run without mails reads the time and the end of its lease.
  await vi.waitFor(() => expect(reads).toBe(2 * 2))
  await outbox.stop()
})

test('a sent mail leaves a row with kind and time, but without content', async ({ app }) => {
  await enqueue(app, reset)
  app.clock.advance(MINUTE_MS)
  expect(await app.mails()).toHaveLength(1)
  expect(await rows(app)).toMatchObject([
    {
      kind: 'password-reset',
      recipient: to,
      payload_encrypted: null,
      due_at: null,
      sent_at: '2026-11-20T12:01:00.000Z',
      created_at: '2026-11-20T12:00:00.000Z',
    },
  ])
})

test('the password reset link of an unsent mail is encrypted', async ({ app }) => {
  await enqueue(app, reset)
  expect(JSON.stringify(await rows(app))).not.toContain('the-secret-token')
  expect((await app.mails())[0]?.text).toContain('/reset-password#token=the-secret-token')
})

test('two concurrent workers send every mail once', async ({ app }) => {
  for (let at = 0; at < 25; at++) await enqueue(app, hello, `dana${at}@mail.example`)
  const transport = createMemoryTransport()
  const workers = [workerOf(app, transport), workerOf(app, transport)]
  await Promise.all(workers.flatMap((worker) => [worker.deliverDue(), worker.deliverDue()]))
  expect(transport.sent.map((mail) => mail.to).sort()).toEqual((await rows(app)).map((row) => row.recipient).sort())
})

test('retries after a mail server outage and sends the mail once', async ({ app }) => {
  const away = await startSmtpServer()
  await away[Symbol.asyncDispose]()
  const outbox = workerOf(app, createSmtpTransport(away.url))
  await enqueue(app)
  await outbox.deliverDue()
  expect(await rows(app)).toMatchObject([
    { attempts: 1, sent_at: null, error: expect.stringContaining('ECONNREFUSED') },
  ])

  await using back = await startSmtpServer({ port: away.port })
  await outbox.deliverDue()
  expect(back.accepted).toEqual([])
  app.clock.advance(MINUTE_MS)
  await outbox.deliverDue()
  await outbox.deliverDue()
  expect(back.accepted.map((mail) => mail.to)).toEqual([to])
  expect(await rows(app)).toMatchObject([{ attempts: 2, due_at: null, error: null }])
})

test('retries with exponential delays and gives up after the tenth attempt', async ({ app }) => {
  const times: number[] = []
  const outbox = workerOf(app, {
    async send() {
      times.push(app.clock.now().getTime())
      throw new Error('451 Try later')
    },
  })
  await enqueue(app)
  for (let minute = 0; minute < 600; minute++) {
    await outbox.deliverDue()
    app.clock.advance(MINUTE_MS)
  }
  const waits = times.slice(1).map((time, at) => (time - (times[at] ?? 0)) / MINUTE_MS)
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
  expect(await rows(app)).toMatchObject([{ attempts: 10, due_at: null, sent_at: null, error: '451 Try later' }])
  expect((await rows(app))[0]?.failed_at).not.toBeNull()
  expect(app.log()).toContain('could not send a mail, giving up')
})

test('records a permanent rejection without a retry and sends the other mails', async ({ app }) => {
  await using server = await startSmtpServer({
    answer: (recipient) => (recipient === 'gone@mail.example' ? '550 No such user' : undefined),
  })
  const outbox = workerOf(app, createSmtpTransport(server.url))
  await enqueue(app, hello, 'gone@mail.example')
  await enqueue(app)
  await outbox.deliverDue()
  app.clock.advance(24 * 60 * MINUTE_MS)
  await outbox.deliverDue()
  expect(server.offers()).toBe(2)
  expect(server.accepted.map((mail) => mail.to)).toEqual([to])
  const gone = (await rows(app)).find((row) => row.recipient === 'gone@mail.example')
  expect(gone).toMatchObject({ attempts: 1, due_at: null, error: expect.stringContaining('550 No such user') })
  expect(gone?.failed_at).not.toBeNull()
})

test('retries after a temporary rejection', async ({ app }) => {
  const answers = ['451 Mailbox busy']
  await using server = await startSmtpServer({ answer: () => answers.pop() })
  const outbox = workerOf(app, createSmtpTransport(server.url))
  await enqueue(app)
  await outbox.deliverDue()
  app.clock.advance(MINUTE_MS)
  await outbox.deliverDue()
  expect(server.accepted).toHaveLength(1)
})

test('a mail interrupted by a crash is sent again with the same Message-ID', async ({ app }) => {
  await enqueue(app)
  const first = createMemoryTransport()
  // Simulates a process that died after leasing the mail, without recording an outcome.
  const died = new Promise<void>((resolve) => {
    const transport: MailTransport = {
      async send(mail, signal) {
        await first.send(mail, signal)
        resolve()
        await new Promise(() => undefined)
      },
    }
    void workerOf(app, transport).deliverDue()
  })
  await died
  expect(await app.mails()).toEqual([])
  app.clock.advance(5 * MINUTE_MS)
  expect((await app.mails()).map(({ messageId }) => messageId)).toEqual(first.sent.map(({ messageId }) => messageId))
})

test('does not send an expired password reset link', async ({ app }) => {
  await enqueue(app, reset)
  app.clock.advance(20 * MINUTE_MS)
  expect(await app.mails()).toEqual([])
  expect(await rows(app)).toMatchObject([{ due_at: null, payload_encrypted: null, error: 'The link has expired.' }])
})

test('removes links from errors in the row and in the log', async ({ app }) => {
  await enqueue(app, reset)
  await workerOf(app, {
    send: (mail) => Promise.reject(new Error(`554 Bad link ${/https?:\S+/.exec(mail.text)?.[0]}`)),
  }).deliverDue()
  expect((await rows(app))[0]?.error).toBe('554 Bad link (link)')
  expect(app.log()).not.toContain('the-secret-token')
})

test('stopping waits for the current mail; later mails stay due', async ({ app }) => {
  let take = () => {}
  const taken = new Promise<void>((resolve) => {
    take = resolve
  })
  await enqueue(app)
  const outbox = await new Promise<Outbox>((underWay) => {
    const worker = workerOf(app, {
      send: () => {
        underWay(worker)
        return taken
      },
    })
    worker.start()
  })
  const stopped = outbox.stop()
  await enqueue(app)
  outbox.wake()
  take()
  await stopped
  const states = (await rows(app)).map((row) => ({ isSent: row.sent_at !== null, isDue: row.due_at !== null }))
  expect(states).toHaveLength(2)
  expect(states).toEqual(
    expect.arrayContaining([
      { isSent: true, isDue: false },
      { isSent: false, isDue: true },
    ]),
  )
})

test('the delivered message has the headers, the text and the HTML', async () => {
  await using app = await createTestApp({ MAIL_FROM: 'Cards <no-reply@cards.example>' })
  await using server: SmtpServer = await startSmtpServer()
  await enqueue(app)
  await workerOf(app, createSmtpTransport(server.url)).deliverDue()
  const { headers, text, html } = readMail(server.accepted[0]?.message ?? '')
  expect(Object.fromEntries(headers)).toMatchObject({
    from: 'Cards <no-reply@cards.example>',
    to,
    subject: 'You have a reply from support',
    date: 'Fri, 20 Nov 2026 12:00:00 +0000',
    'message-id': `<${(await rows(app))[0]?.id}@cards.example>`,
    'auto-submitted': 'auto-generated',
  })
  expect(text).toContain('Read the reply:\nhttp://127.0.0.1:3000/contact')
  expect(html).toContain('<a href="http://127.0.0.1:3000/contact"')
})
