import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aPhoto, inPieces, multipart } from '../test-support/factories.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { createTestApp } from '../test-support/test-app.ts'
import { askClamd } from './clamd-client.ts'

/** What EICAR's test file is found as. */
const eicar = 'Eicar-Test-Signature'

/** A clamd that hears the whole file and says this; `answer` may do something else with the socket. */
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

/** The file in what was heard, as soon as its end was: after the command, pieces behind their length, then a length of 0. */
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

test.each([0, 1, 64 * 1024, 300_000])('a file of %i bytes is heard whole, and clean is clean', async (size) => {
  await using clamd = await aClamd(saying('stream: OK'))
  const file = Buffer.alloc(size, 'abc')
  expect(await askClamd(clamd.address, inPieces(file, 100_000))).toBeUndefined()
  expect(clamd.files).toHaveLength(1)
  expect(clamd.files[0]?.equals(file)).toBe(true)
})

test('what it finds is told', async () => {
  await using clamd = await aClamd(saying(`stream: ${eicar} FOUND`))
  expect(await askClamd(clamd.address, inPieces(Buffer.from('x')))).toBe(eicar)
})

test('it is asked through a socket in a folder as well', async () => {
  using folder = tempFolder()
  await using clamd = await aClamd(saying('stream: OK'), path.join(folder.path, 'clamd.sock'))
  expect(await askClamd(clamd.address, inPieces(Buffer.from('x')))).toBeUndefined()
})

test.each([
  ['closes without a word', (socket: Socket) => socket.end()],
  ['drops the connection', (socket: Socket) => socket.resetAndDestroy()],
  ['says that the file is too large for it', saying('INSTREAM size limit exceeded. ERROR')],
  ['says that it failed', saying('stream: Heuristics ERROR')],
  ['says half of an answer', (socket: Socket) => socket.end('stream: O')],
  ['talks without end', (socket: Socket) => socket.end('x'.repeat(100_000))],
  ['says something before that it is clean', saying('x stream: OK')],
])('a clamd that %s has not said that the file is clean', async (_, answer) => {
  await using clamd = await aClamd(answer)
  await expect(askClamd(clamd.address, inPieces(Buffer.alloc(200_000)))).rejects.toMatchObject(unavailable)
})

test('one that never answers is not waited for', async () => {
  await using clamd = await aClamd(() => undefined)
  await expect(askClamd(clamd.address, inPieces(Buffer.from('x')), 50)).rejects.toMatchObject(unavailable)
})

test('neither is one that is not there', async () => {
  const clamd = await aClamd(() => undefined)
  await clamd[Symbol.asyncDispose]()
  await expect(askClamd(clamd.address, inPieces(Buffer.from('x')))).rejects.toMatchObject(unavailable)
})

test.each([
  ['clean', saying('stream: OK'), 201],
  ['infected', saying(`stream: ${eicar} FOUND`), 415],
  ['not looked at', (socket: Socket) => socket.destroy(), 503],
])('an upload that is %s is answered so, and a refused one leaves nothing', async (_, answer, status) => {
  await using clamd = await aClamd(answer)
  await using app = await createTestApp({ CLAMD_URL: clamd.url })
  const photo = aPhoto()
  const form = multipart({}, [{ name: 'front.png', bytes: photo }])
  const response = await app.request('POST', '/api/uploads', { as: await app.customer(), ...form })
  expect(response.statusCode).toBe(status)
  expect(clamd.files[0]?.equals(photo)).toBe(true)
  if (status === 415) expect(response.json().message).toBe('Failed to process front.png: our virus scanner refused it.')
  if (status === 503) expect(response.headers['retry-after']).toBe('30')
  if (status !== 201) expect(app.storage.objects.size).toBe(0)
})
