import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditNow, noRequest } from '../../audit/audit-queries.ts'
import { verifyLog } from '../../audit/verify-log.ts'
import { generateMissingRenditions, generateRendition } from '../../files/generate-renditions.ts'
import { sweepOrphans } from '../../files/sweep-orphans.ts'
import { reEncryptEverything } from '../../operator/operations/re-encrypt.ts'
import { listKeyUsage } from '../../operator/operations/rotate-keys.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { asServer, openPostgres } from '../../platform/db/database.ts'
import { verifyKeyring } from '../../platform/encryption/open-keyring.ts'
import { purgeDueSecurityCodes } from '../../submissions/purge-submission.ts'
import { aChat, anUpload, aSubmission, aSubmitInput } from '../test-support/factories.ts'
import { createTestApp } from '../test-support/test-app.ts'
import { urlOf } from '../test-support/test-database.ts'
import { outcomes, race, type TwoNodes, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** The server's own work on two nodes at once. */

const ROUNDS = 5

const dataKeys = `k1:${randomBytes(32).toString('base64')}`
const site = await twoNodesOfFile({ DATA_KEYS: dataKeys })
const customer = await site.onBoth(await site.one.customer())

const nodes = () => [site.one, site.other] as const
const db = () => site.one.ctx.db
const onBoth = <Result>(work: (ctx: TwoNodes['one']['ctx']) => Promise<Result>) =>
  Promise.all(nodes().map(({ ctx }) => work(ctx)))
const fileRow = (id: string) => db().selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

/** A file as an earlier version stored it: without a rendition. */
async function aFileWithoutRendition() {
  const id = await anUpload(site.one, customer[0])
  const stored = await fileRow(id)
  if (!stored?.rendition_id) throw new Error('The upload was not drawn.')
  const none = { rendition_id: null, rendition_size: null, rendition_sha256: null }
  await db().updateTable('files').set(none).where('id', '=', id).execute()
  await site.one.storage.remove(stored.rendition_id)
  return { id, ownerId: stored.owner_id, mimeType: stored.mime_type }
}

test('100 audit entries from both nodes are one chain', async () => {
  const before = (await verifyLog(db(), site.one.ctx.keyring)).count
  const actor = { id: null, ...noRequest }
  await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      auditNow(asServer(nodes()[at % 2 === 0 ? 0 : 1].ctx), actor, 'keys.rotated', `key ${at}`),
    ),
  )
  const { count, problem } = await verifyLog(db(), site.one.ctx.keyring)
  expect([count - before, problem]).toEqual([100, undefined])
})

race('a rendition that both nodes make is stored once', ROUNDS, async () => {
  const file = await aFileWithoutRendition()
  const before = new Set(site.one.storage.objects.keys())
  const made = await onBoth((ctx) => generateRendition(asServer(ctx), file))
  expect(new Set(made.map((rendition) => rendition?.id)).size).toBe(1)
  const added = [...site.one.storage.objects.keys()].filter((key) => !before.has(key))
  expect(added).toEqual([(await fileRow(file.id))?.rendition_id])
})

test('the job for missing renditions on both nodes stores each once', async () => {
  const files = [await aFileWithoutRendition(), await aFileWithoutRendition()]
  const before = site.one.storage.objects.size
  await onBoth(generateMissingRenditions)
  expect(site.one.storage.objects.size - before).toBe(files.length)
})

race('due security codes are erased once', ROUNDS, async () => {
  const ids = [await aSubmission(site.one, customer[0]), await aSubmission(site.one, customer[0])]
  const due = site.one.clock.now().toISOString()
  await db().updateTable('submissions').set({ erase_code_at: due }).where('id', 'in', ids).execute()
  const purged = await onBoth(purgeDueSecurityCodes)
  expect(purged.reduce((sum, { codes }) => sum + codes, 0)).toBe(2)
  const log = await db().selectFrom('purges').select('what').where('subject_id', 'in', ids).execute()
  expect(log).toEqual([{ what: 'code' }, { what: 'code' }])
})

race('an abandoned upload is swept or submitted', ROUNDS, async (first, second) => {
  const id = await anUpload(site.one, customer[0])
  const before = new Date(site.one.clock.now().getTime() - 2 * DAY_MS).toISOString()
  await db().updateTable('files').set({ uploaded_at: before }).where('id', '=', id).execute()
  const [submitted] = await outcomes(
    () => customer[first].api.exchange.submit(aSubmitInput({ fileIds: [id] })),
    () => sweepOrphans(nodes()[second].ctx),
  )
  expect(['ok', 'not_found']).toContain(submitted)
  expect((await fileRow(id)) !== undefined).toBe(submitted === 'ok')
  expect(site.one.storage.objects.has(id)).toBe(submitted === 'ok')
})

race('sweeps on both nodes keep concurrent uploads and remove what has no row', ROUNDS, async () => {
  const { storage } = site.one
  const longAgo = site.one.clock.now().getTime() - 2 * HOUR_MS
  storage.objects.set('an-object-without-row', { bytes: Buffer.from('x'), writtenAt: longAgo })
  const [, , id] = await Promise.all([...nodes().map(({ ctx }) => sweepOrphans(ctx)), anUpload(site.one, customer[0])])
  expect(storage.objects.has('an-object-without-row')).toBe(false)
  expect(storage.objects.has(String(id))).toBe(true)
})

test('two nodes with a new key re-encrypt everything, beside new orders', async () => {
  const submissionId = await aSubmission(site.one, customer[0], { cardNumber: 'X2MW 9QP4 7TLZ 6KRD' })
  await aChat(customer[0])
  const variables = { DATA_KEYS: `k2:${randomBytes(32).toString('base64')},${dataKeys}` }
  const url = await urlOf(db())
  const open = async () =>
    createTestApp(variables, { db: await openPostgres(url, { poolSize: 5 }), storage: site.one.storage })
  await using one = await open()
  await using other = await open()
  const dana = await other.authorized(customer[0])
  const fileIds = [await anUpload(other, dana)]
  const [done, again] = await Promise.all([
    reEncryptEverything(one.ctx),
    reEncryptEverything(other.ctx),
    dana.api.exchange.submit(aSubmitInput({ fileIds })),
  ])
  expect([done.unreadable, again.unreadable]).toEqual([0, 0])
  const source = { dataKeys: variables.DATA_KEYS, keyFile: '' }
  const usage = await listKeyUsage(one.ctx.db, one.ctx.storage, await verifyKeyring(one.ctx.db, source))
  expect(usage.find(({ id }) => id === 'k1')).toMatchObject({ state: 'nothing left', values: 0, files: 0 })
  const owner = await one.staff()
  const { value } = await owner.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })
  expect(value).toBe('X2MW 9QP4 7TLZ 6KRD')
  const photos = await one.ctx.db.selectFrom('files').select('id').where('submission_id', '=', submissionId).execute()
  const photo = await other.request('GET', `/api/files/${photos[0]?.id}`, { as: owner })
  expect(photo.statusCode).toBe(200)
})
