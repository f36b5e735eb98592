import { expect, test } from 'vitest'
import { noRequest } from '../../audit/audit-queries.ts'
import { replyToCustomer } from '../../chat/reply-to-customer.ts'
import { removeStored, storeFile } from '../../files/store-file.ts'
import { asServer } from '../../platform/db/database.ts'
import { aChat, anUpload, aPhoto, aSubmission, aSubmitInput, inPieces, multipart } from '../test-support/factories.ts'
import { customerPassword, type Person } from '../test-support/test-app.ts'
import { onlyOne, outcomes, race, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** The deletion of an account on one node, beside calls about its data on another. */

const ROUNDS = 5

const site = await twoNodesOfFile()
const owner = await site.onBoth(await site.one.staff())

const nodes = () => [site.one, site.other] as const
const deleteAccount = (by: Person) => by.api.account.deleteAccount({ password: customerPassword })

/** Nothing of a deleted customer is left; all stored objects belong to rows. */
async function expectNothingOf({ id }: Person): Promise<void> {
  const { ctx, storage } = site.one
  expect(await ctx.db.selectFrom('files').select('id').where('owner_id', '=', id).execute()).toEqual([])
  expect(await ctx.db.selectFrom('chat_sessions').select('id').where('customer_id', '=', id).execute()).toEqual([])
  expect(await ctx.db.selectFrom('mail_outbox').select('id').where('user_id', '=', id).execute()).toEqual([])
  const rows = await ctx.db.selectFrom('files').select(['id', 'rendition_id']).execute()
  const keys = rows.flatMap(({ id, rendition_id }) => (rendition_id === null ? [id] : [id, rendition_id]))
  expect([...storage.objects.keys()].sort()).toEqual(keys.sort())
}

race('an upload beside the deletion leaves no file', ROUNDS, async (first, second) => {
  const dana = await site.onBoth(await site.one.customer())
  const photo = multipart({}, [{ name: 'front.png', bytes: aPhoto() }])
  const [uploaded, deleted] = await Promise.all([
    nodes()[first].request('POST', '/api/uploads', { as: dana[first], ...photo }),
    deleteAccount(dana[second]),
  ])
  expect([201, 401]).toContain(uploaded.statusCode)
  expect(deleted).toBeDefined()
  await expectNothingOf(dana[0])
})

race('either the order is placed or the account is deleted', ROUNDS, async (first, second) => {
  const dana = await site.onBoth(await site.one.customer())
  const fileIds = [await anUpload(site.one, dana[0])]
  const made = await outcomes(
    () => dana[first].api.exchange.submit(aSubmitInput({ fileIds })),
    () => deleteAccount(dana[second]),
  )
  expect([
    ['ok', 'conflict'],
    ['unauthorized', 'ok'],
  ]).toContainEqual(made)
  if (made[1] === 'ok') await expectNothingOf(dana[0])
})

race('either the decision is undone or the account is deleted', ROUNDS, async (first, second) => {
  const dana = await site.onBoth(await site.one.customer())
  const submissionId = await aSubmission(site.one, dana[0])
  const { version } = await owner[0].api.admin.submissions.setStatus({
    ...{ submissionId, status: 'rejected', reason: 'Too dark.' },
    undoable: true,
  })
  await onlyOne([
    () => owner[first].api.admin.review.undoStatus({ submissionId, version }),
    () => deleteAccount(dana[second]),
  ])
})

race('a message beside the deletion leaves no conversation', ROUNDS, async (first, second) => {
  const dana = await site.onBoth(await site.one.customer())
  const [sent, deleted] = await outcomes(
    () => aChat(dana[first]),
    () => deleteAccount(dana[second]),
  )
  expect(['ok', 'unauthorized']).toContain(sent)
  expect(deleted).toBe('ok')
  await expectNothingOf(dana[0])
})

test('a reply with a photo beside the deletion leaves neither conversation nor photo', () =>
  rounds(ROUNDS, async (first, second) => {
    const dana = await site.onBoth(await site.one.customer())
    const sessionId = await aChat(dana[0])
    const { ctx } = nodes()[first]
    const staff = { id: owner[0].id, ...noRequest }
    const photo = await storeFile(ctx, { name: 'look.png', bytes: inPieces(aPhoto()), ownerId: staff.id })
    const [replied, deleted] = await outcomes(
      () => replyToCustomer(asServer(ctx), staff, { sessionId, message: 'Like this.' }, [photo]),
      () => deleteAccount(dana[second]),
    )
    expect(['ok', 'not_found']).toContain(replied)
    expect(deleted).toBe('ok')
    // The route removes what its call did not store.
    if (replied !== 'ok') await removeStored(ctx, photo)
    await expectNothingOf(dana[0])
  }))

race('of two deletions one is made', ROUNDS, async (first, second) => {
  const dana = await site.onBoth(await site.one.customer())
  const made = await outcomes(
    () => deleteAccount(dana[first]),
    () => deleteAccount(dana[second]),
  )
  expect(made.filter((outcome) => outcome === 'ok')).toHaveLength(1)
  const { db } = site.one.ctx
  const log = await db.selectFrom('purges').select('what').where('subject_id', '=', dana[0].id).execute()
  expect(log).toEqual([{ what: 'account' }])
})
