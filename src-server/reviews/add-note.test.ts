import { expect } from 'vitest'
import type { Delivered } from '../platform/events/event-bus.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { aPage, watching } from '../testing/test-support/socket-page.ts'

const text = 'Called the store: the card was activated.'

test('returns notes to all staff, oldest first, with author and time', async ({ app }) => {
  const [customer, reviewer, support, finance] = [
    await app.customer(),
    await app.colleague('reviewer'),
    await app.colleague('support'),
    await app.colleague('finance'),
  ]
  const submissionId = await aSubmission(app, customer)
  const first = await reviewer.api.admin.review.addNote({ submissionId, text: `  ${text}\n` })
  app.clock.advance(60_000)
  const second = await support.api.admin.review.addNote({ submissionId, text: 'Thanks.' })
  app.clock.advance(60_000)
  const third = await finance.api.admin.review.addNote({ submissionId, text: 'Paid.' })
  const { notes } = await support.api.admin.review.get({ submissionId })
  expect(notes).toEqual([first, second, third])
  expect(notes).toMatchObject([
    { author: expect.stringMatching(/^reviewer /), text, at: '2026-11-20T12:00:00.000Z' },
    { author: expect.stringMatching(/^support /), text: 'Thanks.', at: '2026-11-20T12:01:00.000Z' },
    { author: expect.stringMatching(/^finance /), text: 'Paid.', at: '2026-11-20T12:02:00.000Z' },
  ])
})

test('encrypts a note, leaves its text out of the audit entry and hides it from the customer', async ({ app }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  const { id } = await staff.api.admin.review.addNote({ submissionId, text })
  const { db } = app.ctx
  const audit = await db.selectFrom('audit_log').selectAll().where('object_id', '=', submissionId).execute()
  expect(audit).toMatchObject([{ action: 'submission.noted', actor_id: staff.id, detail: id }])
  expect(JSON.stringify([audit, await db.selectFrom('submission_notes').selectAll().execute()])).not.toContain('store')
  const read = [await customer.api.transactions.get({ id: submissionId }), await customer.api.transactions.list()]
  expect(JSON.stringify(read)).not.toContain('store')
  await expect(customer.api.admin.review.get({ submissionId })).rejects.toMatchObject({ cause: { code: 'forbidden' } })
})

test('stores a repeated note once and rejects its id with another text or submission', async ({ app }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const [submissionId, other] = [await aSubmission(app, customer), await aSubmission(app, customer)]
  const events: Delivered[] = []
  app.ctx.events.listen((event) => event.name === 'submission.note-added' && events.push(event))
  const note = { submissionId, text, clientNoteId: 'note-of-a-page' }
  const results = await Promise.all([staff.api.admin.review.addNote(note), staff.api.admin.review.addNote(note)])
  expect(results[1]).toEqual(results[0])
  expect((await staff.api.admin.review.get({ submissionId })).notes).toHaveLength(1)
  expect(events).toEqual([{ name: 'submission.note-added', submissionId }])
  const refused = { message: 'This note was sent before with other words.', cause: { code: 'unprocessable' } }
  await expect(staff.api.admin.review.addNote({ ...note, text: 'Else.' })).rejects.toMatchObject(refused)
  await expect(staff.api.admin.review.addNote({ ...note, submissionId: other })).rejects.toMatchObject(refused)
})

test('notifies staff who watch submissions of a new note, but not the customer', async ({ app, url }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  await using staffPage = aPage(url, staff)
  await using page = aPage(url, customer)
  const [queue, submissions] = [
    await watching(staffPage.trpc.admin.submissions.watch),
    await watching(page.trpc.transactions.watch),
  ]
  await staff.api.admin.review.addNote({ submissionId, text })
  expect(await queue.next()).toEqual({ submissionId })
  const next = await aSubmission(app, customer)
  expect(await submissions.next()).toEqual({ submissionId: next })
})

test('rejects an empty note, a note that is too long and one for an unknown submission', async ({ app }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  const { addNote } = staff.api.admin.review
  await expect(addNote({ submissionId, text: ' \n' })).rejects.toThrow('Write a note first.')
  await expect(addNote({ submissionId, text: 'x'.repeat(2001) })).rejects.toMatchObject({ cause: expect.anything() })
  await expect(addNote({ submissionId: 'GCE-0000000000', text })).rejects.toThrow('Not found.')
  expect((await staff.api.admin.review.get({ submissionId })).notes).toEqual([])
})
