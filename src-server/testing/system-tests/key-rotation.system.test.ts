import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Transaction } from '#shared/submission-schema.ts'
import { builtFile } from '../test-support/built-site.ts'
import { aPhoto, submitFields } from '../test-support/factories.ts'
import { multipartForm, RestClient } from '../test-support/rest-client.ts'
import { processOwner, startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { atScale, recordMetric } from './system-test.ts'

const command = (name: string) => builtFile(`server/${name}.js`)
const KILLS = atScale(2, 20)
const SUBMISSIONS = atScale(24, 120)
/** Chat messages beside the submissions, so that re-encryption takes many batches. */
const MESSAGES = atScale(450, 3_000)

type Sold = { id: string; cardNumber: string; photos: string[] }

test(`key rotation survives ${KILLS} kills without loss and leaves nothing encrypted with the old key`, async () => {
  using folder = tempFolder()
  const keys = (...args: string[]) =>
    execFileSync(process.execPath, [command('data-keys'), ...args], {
      env: { DATA_DIR: folder.path },
      encoding: 'utf8',
    })
  let server = await startServerProcess(folder.path, { LIMITS: 'off' })
  const seller = new RestClient(() => server.url)
  const staff = new RestClient(() => server.url)
  await seller.signUp('seller@mail.example')
  await staff.call('POST', '/api/admin/login', processOwner)
  const { sessionId } = await seller.call<{ sessionId: string }>('POST', '/api/chat/send', {
    subject: 'A long talk',
    message: 'message 0',
  })
  for (let at = 1; at < MESSAGES; at += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, MESSAGES - at) }, (_, each) =>
        untilTaken(() => seller.send('POST', '/api/chat/send', { sessionId, message: `message ${at + each}` })),
      ),
    )
  const sold: Sold[] = []
  for (let at = 0; at < SUBMISSIONS; at++) sold.push(await sell(seller, at))
  expect(keys('rotate')).toContain('k2 is in ')
  const before = usageOf(keys('status'), 'k1')
  await server.end('SIGTERM')

  // Every start resumes the re-encryption; a few submissions later the process is killed.
  let cutOff = 0
  for (let kill = 0; kill < KILLS; kill++) {
    server = await startServerProcess(folder.path, { LIMITS: 'off' })
    for (let sales = 0; sales <= kill % 4; sales++) sold.push(await sell(seller, sold.length))
    await server.end('SIGKILL')
    if (filesEncryptedWith(folder.path, 'k1').length > 0) cutOff++
  }
  server = await startServerProcess(folder.path, { LIMITS: 'off' })
  while (!keys('status').includes('k1: nothing left')) await seller.call('GET', '/api/health')
  const after = usageOf(keys('status'), 'k1')
  expect(keys('retire', 'k1')).toContain('k1 is no longer in ')
  await server.end('SIGKILL')

  server = await startServerProcess(folder.path, { LIMITS: 'off' })
  const submissions = await seller.call<Transaction[]>('GET', '/api/user/transactions')
  let altered = submissions.length === sold.length ? 0 : 1
  for (const { id, cardNumber, photos } of sold) {
    const submission = submissions.find((each) => each.id === id)
    const body = { field: 'cardNumber' }
    const { value } = await staff.call<{ value: string }>('POST', `/api/admin/submissions/${id}/reveal`, body)
    const files = submission?.uploadedFiles ?? []
    const hashes = await Promise.all(
      files.map(async (file) => hash(await staff.bytesOf(`/api/files/${file.id}?download=original`))),
    )
    if (value !== cardNumber || hashes.join() !== photos.join()) altered++
  }
  if (new Set(await allMessages(seller, sessionId)).size !== MESSAGES) altered++
  const verified = execFileSync(process.execPath, [command('audit-log'), 'verify'], {
    env: { DATA_DIR: folder.path },
    encoding: 'utf8',
  })
  await server.end('SIGTERM')
  recordMetric({
    claim: `Keys are rotated in the background through ${KILLS} kills: orders and files lost or altered; left with the old key`,
    figure: `${altered} of ${sold.length} orders; ${after.values} values, ${after.files} files (before: ${before.values}, ${before.files}; ${cutOff} kills in the middle)`,
    goal: '0; 0; at least half of the kills in the middle',
    isMet: altered === 0 && after.values + after.files === 0 && cutOff * 2 >= KILLS,
  })
  expect(before.values).toBeGreaterThan(MESSAGES)
  expect(cutOff).toBeGreaterThan(0)
  expect({ altered, after }).toEqual({ altered: 0, after: { values: 0, files: 0 } })
  expect(readFileSync(path.join(folder.path, 'data-keys'), 'utf8')).toMatch(/^k2:[^,]+\n$/)
  expect(verified).toContain('OK')
  expect(filesEncryptedWith(folder.path, 'k1')).toEqual([])
})

async function sell(seller: RestClient, at: number): Promise<Sold> {
  const cardNumber = `X2MW9QP47TLZ${1_000 + at}`
  const photos = [aPhoto(), aPhoto()]
  const files = photos.map((bytes, side) => ({ name: `${side}.png`, bytes }))
  const response = await untilTaken(() =>
    seller.send('POST', '/api/submit', multipartForm(submitFields({ cardNumber }), files)),
  )
  const { submissionId } = (await response.json()) as { submissionId: string }
  return { id: submissionId, cardNumber, photos: photos.map(hash) }
}

/**
 * Retries calls that were rejected as overloaded, which a busy machine causes and which changes nothing.
 * @throws on any other rejection
 */
async function untilTaken(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await send()
    if (answer.ok) return answer
    if (answer.status !== 503) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
    await answer.body?.cancel()
  }
}

/** The texts of a conversation, read page by page. */
async function allMessages(seller: RestClient, sessionId: string): Promise<string[]> {
  const texts: string[] = []
  for (let before = ''; ; ) {
    const page = await seller.call<{ message: string; sequence: number }[]>(
      'GET',
      `/api/chat/messages/${sessionId}${before}`,
    )
    texts.push(...page.map(({ message }) => message))
    const oldest = page[0]?.sequence ?? 1
    if (oldest === 1) return texts
    before = `?before=${oldest}`
  }
}

/** The stored files whose header names this key. */
function filesEncryptedWith(folder: string, keyId: string): string[] {
  const files = path.join(folder, 'files')
  if (!existsSync(files)) return []
  const head = Buffer.from([1, keyId.length, ...Buffer.from(keyId)])
  return readdirSync(files).filter((name) => readFileSync(path.join(files, name)).subarray(0, head.length).equals(head))
}

function usageOf(status: string, keyId: string): { values: number; files: number } {
  const [, values, files] = new RegExp(`^${keyId}: .*; (\\d+) values and (\\d+) files`, 'm').exec(status) ?? []
  return { values: Number(values), files: Number(files) }
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
