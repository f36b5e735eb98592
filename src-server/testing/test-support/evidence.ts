import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { CheckOutcome } from '#shared/balance-check.ts'
import { policyDefaults } from '#shared/policy.ts'
import type { Box } from '#shared/redaction.ts'
import { aSubmission, multipart } from './factories.ts'
import { createTestApp, type Person, type TestApp } from './test-app.ts'

export const secretNumber = '6395058177230040'
/** The number is drawn inside of this box, from (300, 200) to (900, 260). */
export const boxOfNumber: Box = { x: 2500, y: 2500, w: 5000, h: 750 }

/** A PNG of 1200 by 800 pixels with a card number on it, and with metadata. */
export async function aScreenshot(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#fff"/>
    <text x="310" y="246" font-size="44" font-family="monospace" fill="#111">${secretNumber}</text></svg>`
  return sharp(Buffer.from(svg))
    .withExif({ IFD0: { Copyright: `Card ${secretNumber}` } })
    .png()
    .toBuffer()
}

/** Searches all files of a folder for the picture until the call has ended; returns whether nothing was found. */
export async function neverInFolder(folder: string, bytes: Buffer, call: Promise<unknown>): Promise<boolean> {
  const [start, pixels] = [bytes.subarray(0, 64), await sharp(bytes).raw().toBuffer()]
  const secrets = [secretNumber, start, pixels.subarray(0, 4096)]
  const isClean = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).every((entry) => {
      if (!entry.isFile()) return true
      const stored = readFileSync(path.join(entry.parentPath, entry.name))
      return !secrets.some((secret) => stored.includes(secret))
    })
  let [isDone, looks] = [false, 0]
  const ended = call.finally(() => {
    isDone = true
  })
  while (!isDone) {
    if (!isClean()) return false
    looks++
    await new Promise((resolve) => setImmediate(resolve))
  }
  await ended
  return looks > 0 && isClean()
}

/** The brightest sample of a stored picture where its number was, and what else is known of it. */
export async function underTheBox(bytes: Buffer) {
  const picture = sharp(bytes)
  const { width, height, exif } = await picture.metadata()
  const black = await picture.extract({ left: 300, top: 200, width: 600, height: 60 }).raw().toBuffer()
  return { brightest: Math.max(...black), width, height, exif }
}

/** Sends a picture of what a reviewer saw; by default with a box over the number. */
export function sendEvidence(
  app: TestApp,
  as: Person,
  submissionId: string,
  { bytes, boxes }: { bytes: Buffer; boxes: unknown },
) {
  const fields = { boxes: typeof boxes === 'string' ? boxes : JSON.stringify(boxes) }
  const form = multipart(fields, [{ name: `${secretNumber}.png`, bytes, field: 'file' }])
  return app.request('POST', `/api/admin/submissions/${submissionId}/evidence`, { as, ...form })
}

/** Adds a picture to an order; returns its id. */
export async function anEvidence(app: TestApp, as: Person, submissionId: string): Promise<string> {
  const answer = await sendEvidence(app, as, submissionId, { bytes: await aScreenshot(), boxes: [boxOfNumber] })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().id
}

/** Records a check with a picture; returns it. */
export async function aCheckWithPicture(
  app: TestApp,
  as: Person,
  submissionId: string,
  outcome: CheckOutcome = 'zero',
) {
  const evidenceId = await anEvidence(app, as, submissionId)
  return as.api.admin.review.recordCheck({ submissionId, outcome, how: 'website', evidenceId })
}

/** Requires evidence for the reasons that need it. */
export function requireEvidence(owner: Person) {
  const values = { ...policyDefaults.reviews, evidence: 'required' }
  return owner.api.admin.policies.change({ name: 'reviews', base: 0, values })
}

/** A submission of Dana with an owner and a reviewer, Rob. */
export async function anOrderToCheck() {
  const app = await createTestApp()
  const [dana, boss, rob] = [await app.customer(), await app.staff(), await app.colleague('reviewer')]
  const id = await aSubmission(app, dana)
  return { app, dana, boss, rob, id, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}
