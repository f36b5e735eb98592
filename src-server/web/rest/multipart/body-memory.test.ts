import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freeBody, noteBody } from './body-memory.ts'

const MB = 1024 * 1024

/** Receives a body of zeros as a server does: its chunks, whose memory `use` may have freed. */
async function chunksAfter(bytes: number, use: (raw: IncomingMessage) => Promise<void>): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  const server = createServer(async (raw, response) => {
    noteBody(raw)
    raw.on('data', (chunk: Buffer) => chunks.push(chunk))
    await use(raw)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: Buffer.alloc(bytes) })
  server.close()
  return chunks
}
const kept = (chunks: Buffer[]) => chunks.reduce((sum, { length }) => sum + length, 0)

test('frees a body that was received completely', async () => {
  const chunks = await chunksAfter(MB / 2, async (raw) => {
    await once(raw, 'end')
    freeBody(raw)
  })
  expect(chunks.length).toBeGreaterThan(1)
  expect(kept(chunks)).toBe(0)
})

test('frees nothing of a body that is still being received', async () => {
  const chunks = await chunksAfter(MB / 2, async (raw) => {
    await once(raw, 'data')
    freeBody(raw)
    await once(raw, 'end')
    freeBody(raw)
  })
  expect(kept(chunks)).toBe(MB / 2)
})

test('leaves what exceeds a megabyte to the garbage collector', async () => {
  const chunks = await chunksAfter(4 * MB, async (raw) => {
    await once(raw, 'end')
    freeBody(raw)
  })
  expect(kept(chunks)).toBeGreaterThanOrEqual(3 * MB)
  expect(kept(chunks)).toBeLessThan(4 * MB)
})

test('leaves buffers alone that no HTTP parser has made', async () => {
  const given = Buffer.alloc(1_000, 'x')
  const injected = Readable.from([given]) as unknown as IncomingMessage
  noteBody(injected)
  await buffer(injected)
  freeBody(injected)
  expect(given.length).toBe(1_000)
})
