import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createContext } from '../../context.ts'
import { drawCardPhoto } from '../../operator/seed/draw-card-photo.ts'
import { timestamp } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import { encryptFile } from '../../platform/encryption/encrypt-file.ts'
import { writeCarelessly } from '../bench/queue-queries.ts'
import { seedQueue } from '../bench/seed-queue.ts'

const AT_ONCE = 64
const SEED_LIMIT_MS = 400_000

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Fills a new DATA_DIR with `count` submissions with a unique photo each; returns the SHA-256 of each photo by file id.
 */
export async function seedSite(dataDir: string, count: number): Promise<Map<string, string>> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  await using ctx = await createContext(config)
  await writeCarelessly(ctx.db)
  await seedQueue(ctx, count, SEED_LIMIT_MS)
  const photo = drawCardPhoto('#0d573c', false)
  const rows = await ctx.db.selectFrom('files').select('id').execute()
  const photos = rows.map(({ id }) => ({ id, bytes: Buffer.concat([photo, Buffer.from(id)]) }))
  const folder = path.join(dataDir, 'files')
  mkdirSync(folder, { recursive: true })
  for (let at = 0; at < photos.length; at += AT_ONCE)
    await Promise.all(
      photos.slice(at, at + AT_ONCE).map(async ({ id, bytes }) => {
        const encrypted: Uint8Array[] = []
        for await (const piece of encryptFile(ctx.keyring, id, piecesOf(bytes))) encrypted.push(Buffer.from(piece))
        await writeFile(path.join(folder, id), Buffer.concat(encrypted), { mode: 0o600 })
      }),
    )
  await inServerTransaction(ctx.db, async (tx) => {
    // Ends them just now; otherwise retention would delete their photos.
    const endedAt = timestamp(ctx.clock)
    await tx.updateTable('submissions').set({ final_at: endedAt }).where('final_at', 'is not', null).execute()
    for (const { id, bytes } of photos) {
      const hash = createHash('sha256').update(bytes).digest('base64url')
      const facts = { mime_type: 'image/png' as const, file_name: 'front.png', file_size: bytes.length, sha256: hash }
      await tx.updateTable('files').set(facts).where('id', '=', id).execute()
    }
  })
  return new Map(photos.map(({ id, bytes }) => [id, sha256(bytes)]))
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
