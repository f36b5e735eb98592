import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aPhoto, inPieces, multipart } from '../../testing/test-support/factories.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { askClamd } from './clamd-client.ts'

/** The signature name of the EICAR test file. */
const eicar = 'Eicar-Test-Signature'

/** A clamd stub that reads the whole file and then runs `answer` on the socket. */
async function aClamd(answer: (socket: Socket, file: Buffer) => void, at: string | number = 0) {
  const files: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let heard = Buffer.alloc(0)
    let isAnswered = false
    socket.on('data', (bytes) => {
      heard = Buffer.concat([heard, bytes])
      const file = fileOf(heard)
      if (!file || isAnswered) return
      isAnswered = true
      files.push(file)
      answer(socket, file)
    })
  })
  if (typeof at === 'string') server.listen(at)
  else server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    files,
    url: typeof address === 'object' && address ? `tcp://127.0.0.1:${address.port}` : String(at),
    address: typeof address === 'object' && address ? { host: '127.0.0.1', port: address.port } : { path: String(at) },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Parses the received file once complete: the command, length-prefixed pieces, a length of 0. */
function fileOf(heard: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (heard.length >= command.length && heard.toString('latin1', 0, command.length) !== command) return Buffer.from('?')
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= heard.length; ) {
    const length = heard.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(heard.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

const saying = (words: string) => (socket: Socket) => socket.end(`${words}\0`)
const unavailable = { code: 'unavailable', detail: { retryAfterSeconds: 30 } }

test.each([0, 1, 64 * 1024, 300_000])('sends a whole file of %i bytes and accepts a clean result', async (size) => {
  await using clamd = await aClamd(saying('stream: OK'))
  const file = Buffer.alloc(size, 'abc')
  expect(await askClamd(clamd.address, inPieces(file, 100_000))).toBeUndefined()
  expect(clamd.files).toHaveLength(1)
  expect(clamd.files[0]?.equals(file)).toBe(true)
})

test('returns the name of a found signature', async () => {
  await using clamd = await aClamd(saying(`stream: ${eicar} FOUND`))
  expect(await askClamd(clamd.address, inPieces(Buffer.from('x')))).toBe(eicar)
})

test('connects to a Unix socket', async () => {
  using folder = tempFolder()
  await using clamd = await aClamd(saying('stream: OK'), path.join(folder.path, 'clamd.sock'))
  expect(await askClamd(clamd.address, inPieces(Buffer.from('x')))).toBeUndefined()
})

test.each([
  ['closes without a response', (socket: Socket) => socket.end()],
  ['drops the connection', (socket: Socket) => socket.resetAndDestroy()],
  ['reports a file above its size limit', saying('INSTREAM size limit exceeded. ERROR')],
  ['reports an error', saying('stream: Heuristics ERROR')],
  ['sends a partial response', (socket: Socket) => socket.end('stream: O')],
  ['sends an endless response', (socket: Socket) => socket.end('x'.repeat(100_000))],
  ['sends text before the result', saying('x stream: OK')],
])('treats the scanner as unavailable when it %s', async (_, answer) => {
  await using clamd = await aClamd(answer)
  await expect(askClamd(clamd.address, inPieces(Buffer.alloc(200_000)))).rejects.toMatchObject(unavailable)
})

test('times out when the scanner does not respond', async () => {
  await using clamd = await aClamd(() => undefined)
  await expect(askClamd(clamd.address, inPieces(Buffer.from('x')), 50)).rejects.toMatchObject(unavailable)
})

test('fails when the scanner is not running', async () => {
  const clamd = await aClamd(() => undefined)
  await clamd[Symbol.asyncDispose]()
  await expect(askClamd(clamd.address, inPieces(Buffer.from('x')))).rejects.toMatchObject(unavailable)
})

test.each([
  ['clean', saying('stream: OK'), 201],
  ['infected', saying(`stream: ${eicar} FOUND`), 415],
  ['not scanned', (socket: Socket) => socket.destroy(), 503],
])('an upload that is %s gets the matching status, and a rejected one is not stored', async (_, answer, status) => {
  await using clamd = await aClamd(answer)
  await using app = await createTestApp({ CLAMD_URL: clamd.url })
  const photo = aPhoto()
  const form = multipart({}, [{ name: 'front.png', bytes: photo }])
  const response = await app.request('POST', '/api/uploads', { as: await app.customer(), ...form })
  expect(response.statusCode).toBe(status)
  expect(clamd.files[0]?.equals(photo)).toBe(true)
  if (status === 415)
    expect(response.json().message).toBe('Failed to process front.png: our virus scanner rejected it.')
  if (status === 503) expect(response.headers['retry-after']).toBe('30')
  if (status !== 201) expect(app.storage.objects.size).toBe(0)
})
