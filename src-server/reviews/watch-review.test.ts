import { expect, test } from 'vitest'
import type { OpenReview, ReviewPresence } from '#shared/review.ts'
import { aSubmission } from '../test-support/factories.ts'
import { aPage, listening, openSocket, taking } from '../test-support/socket-page.ts'
import { createTestApp, type Person, type TestApp } from '../test-support/test-app.ts'

type Page = ReturnType<typeof aPage>

const opening = ({ trpc }: Page, submissionId: string) =>
  taking<ReviewPresence>((on) => trpc.admin.review.watch.subscribe({ submissionId }, on))

async function desk(app: TestApp) {
  const { url } = await listening(app)
  const [customer, ana, ben] = [await app.customer(), await app.colleague('reviewer'), await app.colleague('reviewer')]
  const submissionId = await aSubmission(app, customer)
  return { url, customer, ana, ben, submissionId, pageOf: (person: Person) => aPage(url, person) }
}

/** Has the order open on a connection that can be cut, as a lost one is: without a word. */
async function cuttable(url: string, { cookie }: Person, submissionId: string) {
  const { socket, closed } = await openSocket(url, cookie)
  const params = { path: 'admin.review.watch', input: { submissionId } }
  const told = new Promise<ReviewPresence>((resolve) =>
    socket.on('message', (text) => {
      const { result } = JSON.parse(String(text))
      if (result?.type === 'data') resolve(result.data)
    }),
  )
  socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscription', params }))
  const presence = await told
  const cut = async () => {
    socket.terminate()
    await closed
  }
  return { presence, cut }
}

const seen = ({ holder, isYours, viewers }: ReviewPresence) => ({
  holder: holder?.id,
  isYours,
  viewers: viewers.map(({ id }) => id),
})
const decision = (submissionId: string) => ({ submissionId, status: 'processing', version: 1 }) as const
const decide = (person: Person, submissionId: string) => person.api.admin.submissions.setStatus(decision(submissionId))

test('the first who opens an order decides on it; the second is told who that is', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId, pageOf } = await desk(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  const first = await opening(one, submissionId)
  expect(seen(await first.next())).toEqual({ holder: ana.id, isYours: true, viewers: [ana.id] })
  const second = await opening(two, submissionId)
  expect(seen(await second.next())).toEqual({ holder: ana.id, isYours: false, viewers: [ana.id, ben.id] })
  expect(seen(await first.next())).toEqual({ holder: ana.id, isYours: true, viewers: [ana.id, ben.id] })
  await expect(decide(ben, submissionId)).rejects.toMatchObject({
    message: expect.stringMatching(/^reviewer \d+ is deciding on this order\.$/),
    cause: { code: 'conflict', detail: {} },
  })
  expect((await decide(ana, submissionId)).status).toBe('processing')
})

test('of two who open an order at once exactly one holds it, and both are told the same', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId, pageOf } = await desk(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  const both = await Promise.all([opening(one, submissionId), opening(two, submissionId)])
  const told = await Promise.all(
    both.map(async ({ next }) => {
      for (;;) {
        const presence = await next()
        if (presence.viewers.length === 2) return presence
      }
    }),
  )
  expect(told.map(({ isYours }) => isYours).sort()).toEqual([false, true])
  expect(told[0]?.holder).toEqual(told[1]?.holder)
})

test('a script that names no version decides whoever holds the order', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId, pageOf } = await desk(app)
  await using one = pageOf(ana)
  await (await opening(one, submissionId)).next()
  const body = { status: 'rejected' }
  const answer = await app.request('PATCH', `/api/submissions/${submissionId}/status`, { as: ben, body })
  expect([answer.statusCode, answer.json().version]).toEqual([200, 2])
})

test('taking over makes one the holder; the former holder is told and may decide no more', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId, pageOf } = await desk(app)
  await using one = pageOf(ana)
  const first = await opening(one, submissionId)
  await first.next()
  expect(await ben.api.admin.review.takeOver({ submissionId })).toEqual({ ok: true })
  expect(seen(await first.next())).toEqual({ holder: ben.id, isYours: false, viewers: [ana.id] })
  await expect(decide(ana, submissionId)).rejects.toThrow('is deciding on this order.')
  expect((await decide(ben, submissionId)).status).toBe('processing')
  const audit = await app.ctx.db.selectFrom('audit_log').selectAll().where('object_id', '=', submissionId).execute()
  expect(audit).toMatchObject([
    { action: 'submission.taken-over', actor_id: ben.id },
    { action: 'submission.decided', actor_id: ben.id },
  ])
})

test('closing the order gives it at once to whoever was there first of the others', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId, pageOf } = await desk(app)
  const cleo = await app.colleague('reviewer')
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  await using three = pageOf(cleo)
  const first = await opening(one, submissionId)
  await first.next()
  const second = await opening(two, submissionId)
  await second.next()
  const third = await opening(three, submissionId)
  expect(seen(await third.next()).viewers).toEqual([ana.id, ben.id, cleo.id])
  first.unsubscribe()
  for (;;) {
    const { holder, viewers } = seen(await third.next())
    if (holder === ana.id) continue
    expect({ holder, viewers }).toEqual({ holder: ben.id, viewers: [ben.id, cleo.id] })
    break
  }
})

test('an order closed after its decision is answered goes to the next one with that decision', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId, pageOf } = await desk(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  const first = await opening(one, submissionId)
  await first.next()
  const second = await opening(two, submissionId)
  expect(seen(await second.next()).holder).toBe(ana.id)
  expect((await decide(ana, submissionId)).version).toBe(2)
  first.unsubscribe()
  while (seen(await second.next()).holder !== ben.id);
  expect(await ben.api.admin.submissions.setStatus({ ...decision(submissionId), version: 2 })).toMatchObject({
    version: 3,
  })
})

test('an order closed before its decision arrives is its next viewer’s to decide', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId, pageOf } = await desk(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  const first = await opening(one, submissionId)
  await first.next()
  const second = await opening(two, submissionId)
  await second.next()
  first.unsubscribe()
  while (seen(await second.next()).holder !== ben.id);
  await expect(decide(ana, submissionId)).rejects.toThrow('is deciding on this order.')
})

test('a lost connection keeps the order for a minute, then the next one holds it', async () => {
  await using app = await createTestApp()
  const { url, ana, ben, submissionId, pageOf } = await desk(app)
  const lost = await cuttable(url, ana, submissionId)
  await using two = pageOf(ben)
  const second = await opening(two, submissionId)
  expect(seen(await second.next()).viewers).toEqual([ana.id, ben.id])
  await lost.cut()
  expect(seen(await second.next())).toEqual({ holder: ana.id, isYours: false, viewers: [ben.id] })
  app.clock.advance(59_999)
  await expect(decide(ben, submissionId)).rejects.toThrow('is deciding on this order.')
  app.clock.advance(1)
  expect(seen(await second.next())).toEqual({ holder: ben.id, isYours: true, viewers: [ben.id] })
  expect((await decide(ben, submissionId)).status).toBe('processing')
})

test('who comes back within the minute still holds the order', async () => {
  await using app = await createTestApp()
  const { url, ana, ben, submissionId, pageOf } = await desk(app)
  const lost = await cuttable(url, ana, submissionId)
  await using two = pageOf(ben)
  const second = await opening(two, submissionId)
  await second.next()
  await lost.cut()
  expect(seen(await second.next()).viewers).toEqual([ben.id])
  app.clock.advance(59_000)
  const { presence } = await cuttable(url, ana, submissionId)
  expect(seen(presence)).toEqual({ holder: ana.id, isYours: true, viewers: [ben.id, ana.id] })
  app.clock.advance(59_000)
  await expect(decide(ben, submissionId)).rejects.toThrow('is deciding on this order.')
})

test('whoever stays keeps the order, however long it takes and whoever was there before', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId, pageOf } = await desk(app)
  await using one = pageOf(ana)
  await using two = pageOf(ben)
  await (await opening(two, submissionId)).next()
  await (await opening(one, submissionId)).next()
  await ana.api.admin.review.takeOver({ submissionId })
  for (let third = 0; third < 9; third++) {
    app.clock.advance(20_000)
    await expect(decide(ben, submissionId)).rejects.toThrow('is deciding on this order.')
  }
})

test('a claim that ran out with nobody there holds nobody back', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId } = await desk(app)
  await ana.api.admin.review.takeOver({ submissionId })
  app.clock.advance(60_000)
  expect((await decide(ben, submissionId)).status).toBe('processing')
})

test('one person in two tabs is one viewer, and closing one tab gives nothing away', async () => {
  await using app = await createTestApp()
  const { ana, ben, submissionId, pageOf } = await desk(app)
  await using one = pageOf(ana)
  await using other = pageOf(ana)
  await using two = pageOf(ben)
  const tab = await opening(one, submissionId)
  await tab.next()
  const secondTab = await opening(other, submissionId)
  expect(seen(await secondTab.next())).toEqual({ holder: ana.id, isYours: true, viewers: [ana.id] })
  const second = await opening(two, submissionId)
  await second.next()
  tab.unsubscribe()
  expect(seen(await secondTab.next())).toEqual({ holder: ana.id, isYours: true, viewers: [ana.id, ben.id] })
  await expect(decide(ben, submissionId)).rejects.toThrow('is deciding on this order.')
  secondTab.unsubscribe()
  expect(seen(await second.next()).viewers).toEqual([ben.id])
})

test('the list is told which orders are open, by whom, and when that ends', async () => {
  await using app = await createTestApp()
  const { ana, submissionId, pageOf } = await desk(app)
  const support = await app.colleague('support')
  await using list = pageOf(support)
  await using one = pageOf(ana)
  const marks = await taking<OpenReview[]>((on) => list.trpc.admin.review.watchPresence.subscribe(undefined, on))
  expect(await marks.next()).toEqual([])
  const review = await opening(one, submissionId)
  const { viewers } = await review.next()
  expect(await marks.next()).toEqual([{ submissionId, viewers }])
  review.unsubscribe()
  expect(await marks.next()).toEqual([])
})

test('an order that is not there cannot be opened or taken over, and support opens none', async () => {
  await using app = await createTestApp()
  const { ana, submissionId, pageOf } = await desk(app)
  await using one = pageOf(ana)
  await using other = pageOf(await app.colleague('support'))
  await expect(opening(one, 'GCE-0000000000')).rejects.toMatchObject({ data: { code: 'not_found' } })
  await expect(ana.api.admin.review.takeOver({ submissionId: 'GCE-0000000000' })).rejects.toThrow('Not found.')
  await expect(opening(other, submissionId)).rejects.toMatchObject({ data: { code: 'forbidden' } })
  expect(await app.ctx.db.selectFrom('review_claims').selectAll().execute()).toEqual([])
})
