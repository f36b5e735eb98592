import { sql } from 'kysely'
import { expect } from 'vitest'
import { encryptedColumns } from '../../platform/db/table-rules.ts'
import { decrypt, type Place } from '../../platform/encryption/encrypt.ts'
import { decryptFile } from '../../platform/encryption/encrypt-file.ts'
import { test } from '../test-support/app-test.ts'
import { aFullCustomer } from '../test-support/dump-database.ts'
import { anUpload, aPhoto, aSubmission, inPieces } from '../test-support/factories.ts'
import type { TestApp } from '../test-support/test-app.ts'
import { seededRandom } from './seeded-random.ts'
import { atScale, recordMetric } from './system-test.ts'

const TRIES = atScale(200, 1_000)

type Value = { place: Place; encrypted: string }
type Stored = { id: string; bytes: Buffer }

test(`none of ${TRIES} flipped, cut or exchanged ciphertexts decrypts`, async ({ app }) => {
  const values = await manyValues(app)
  const files = [...app.storage.objects].map(([id, { bytes }]): Stored => ({ id, bytes }))
  const { below: random, oneOf: pick } = seededRandom(20_261_120)

  /** Each returns what to decrypt, and the place to decrypt it for. */
  const valueTricks: ((value: Value) => Value)[] = [
    ({ place, encrypted }) => ({ place, encrypted: inBytes(encrypted, (bytes) => flip(bytes, random)) }),
    ({ place, encrypted }) => ({
      place,
      encrypted: inBytes(encrypted, (bytes) => bytes.subarray(0, random(bytes.length))),
    }),
    ({ place, encrypted }) => ({ place, encrypted: inBytes(encrypted, (bytes) => bytes.subarray(1 + random(12))) }),
    ({ place }) => ({ place, encrypted: pick(values.filter((other) => other.place !== place)).encrypted }),
    ({ place, encrypted }) => ({ place: { ...place, row: `${place.row}x` }, encrypted }),
    ({ place, encrypted }) => ({ place, encrypted: encrypted.replace('k1.', 'k2.') }),
  ]
  const fileTricks: ((file: Stored) => Stored)[] = [
    ({ id, bytes }) => ({ id, bytes: flip(bytes, random) }),
    ({ id, bytes }) => ({ id, bytes: bytes.subarray(0, random(bytes.length)) }),
    ({ id, bytes }) => ({ id, bytes: Buffer.concat([bytes, Buffer.alloc(1 + random(40))]) }),
    ({ id }) => ({ id, bytes: pick(files.filter((other) => other.id !== id)).bytes }),
  ]

  let opened = 0
  for (let at = 0; at < TRIES; at++) {
    const isFile = random(3) === 0
    if (isFile ? await opensFile(app, pick(fileTricks)(pick(files))) : opens(app, pick(valueTricks)(pick(values))))
      opened++
  }
  recordMetric({
    claim: 'Altered ciphertexts (flipped, truncated, exchanged, renamed, moved) are detected',
    figure: `${TRIES - opened} of ${TRIES}, over ${values.length} values and ${files.length} files`,
    goal: 'all of 1,000',
    isMet: opened === 0 && TRIES >= 1_000,
  })
  expect(opened).toBe(0)
  // Control: an unmodified value decrypts.
  for (const value of values) expect(opens(app, value)).toBe(true)
  for (const file of files) expect(await opensFile(app, file)).toBe(true)
})

/** Every encrypted value of a few customers, with the place it belongs to. */
async function manyValues(app: TestApp): Promise<Value[]> {
  const customer = await aFullCustomer(app)
  await (await app.staff()).api.admin.me.startSecondFactor()
  const photo = (size: number) =>
    anUpload(app, customer, 'large.png', Buffer.concat([aPhoto(), Buffer.alloc(size, 'photo')]))
  const fileIds = [await photo(70_000), await photo(200_000)]
  await aSubmission(app, customer, { expiringDate: '12/31', additionalInfo: 'Under the foil', fileIds })
  const values: Value[] = []
  for (const { table, column, rowKey } of encryptedColumns) {
    const { rows } = await sql<{ row: string; encrypted: string }>`
      select ${sql.ref(rowKey)} as row, ${sql.ref(column)} as encrypted
      from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(app.ctx.db)
    for (const { row, encrypted } of rows) values.push({ place: { table, column, row }, encrypted })
  }
  return values
}

function opens({ ctx }: TestApp, { place, encrypted }: Value): boolean {
  try {
    decrypt(ctx.keyring, encrypted, place)
    return true
  } catch {
    return false
  }
}

async function opensFile({ ctx }: TestApp, { id, bytes }: Stored): Promise<boolean> {
  try {
    for await (const _ of decryptFile(ctx.keyring, id, inPieces(bytes)));
    return true
  } catch {
    return false
  }
}

function inBytes(encrypted: string, change: (bytes: Buffer) => Buffer): string {
  const dot = encrypted.indexOf('.')
  return `${encrypted.slice(0, dot)}.${change(Buffer.from(encrypted.slice(dot + 1), 'base64url')).toString('base64url')}`
}

function flip(bytes: Buffer, random: (limit: number) => number): Buffer {
  const flipped = Buffer.from(bytes)
  const at = random(flipped.length)
  flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << random(8)), at)
  return flipped
}
