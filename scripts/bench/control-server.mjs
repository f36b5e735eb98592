// Control routes: the minimum work a server can do for the same request.
import { open } from 'node:fs/promises'
import path from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { ordersIn } from './control-reads.mjs'

const server = Fastify()
const END_OF_JPEG = Buffer.from([0xff, 0xd9])
sharp.cache(false)
sharp.concurrency(1)

const body = z.object({ cardBrand: z.string().max(100), cardValue: z.number() })

// Quote: a bare route that validates the same body and returns as many fields and bytes.
const answer = {
  exchangeRate: 0.92,
  payoutAmount: 230.46,
  quoteId: 'x'.repeat(81),
  expiresAt: '2026-01-01T00:00:00.000Z',
  catalogueVersion: 1,
}
const quote = (given) => ({ cardValue: body.parse(given).cardValue, ...answer })
server.post('/quote', async (request) => quote(request.body))
server.post('/quotes', async (request) => request.body.map(quote))

// Signed-in read: the same session look-up and queries, and the fields of the site's own answer.
if (process.env.READS_OF) {
  const answered = new Map()
  const orders = ordersIn(process.env.READS_OF, answered)
  server.put('/transactions', async (request) => {
    for (const order of request.body) answered.set(order.id, order)
    return { ok: true }
  })
  server.get('/transactions', async (request) => ({ result: { data: orders(request.headers.cookie) } }))
}

// Page view beacon: the same fields and an empty response.
const sign = z.object({
  visitorId: z.string().length(22),
  page: z.string().max(200),
  sign: z.enum(['view', 'alive', 'leave']),
})
server.post('/api/visits', async (request, reply) => {
  sign.parse(request.body)
  return reply.code(204).send()
})

// Submit and upload: streams the same body to disk and fsyncs it.
server.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
server.post('/submit', { bodyLimit: 2 ** 30 }, async (request) => {
  await store(request.body)
  return { ok: true }
})

// Upload: also re-encodes the photo in the body, as renditions are, and stores the result.
server.post('/re-encode', { bodyLimit: 2 ** 30 }, async (request) => {
  const pieces = []
  await store(passedOn(request.body, pieces))
  const bytes = Buffer.concat(pieces)
  const photo = bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xd8, 0xff])), bytes.lastIndexOf(END_OF_JPEG) + 2)
  await store([await sharp(photo).jpeg({ quality: 88, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer()])
  return { ok: true }
})

let files = 0
async function store(chunks) {
  const file = await open(path.join(process.env.DATA_DIR, `body-${++files}`), 'wx')
  try {
    for await (const chunk of chunks) await file.write(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function* passedOn(chunks, pieces) {
  for await (const chunk of chunks) {
    pieces.push(chunk)
    yield chunk
  }
}

// Chat: a bare socket that echoes messages.
const sockets = new WebSocketServer({ server: server.server, perMessageDeflate: false })
sockets.on('connection', (socket) => socket.on('message', (message) => socket.send(message)))

process.stdout.write(`${await server.listen({ port: 0 })}\n`)
process.on('SIGTERM', () => process.exit(0))
