import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { compare } from './load.mjs'
import { startControl, startExchange } from './processes.mjs'
import { row } from './quote.mjs'
import { sized } from './size.mjs'
import { peakMemoryMb } from './usage.mjs'

/** A photo of about 200 kB. */
const [WIDTH, HEIGHT] = [1200, 900]
const CLIENTS = sized(20, 2)

/** Submissions per second with two photos each, compared with a server that only writes and fsyncs the same body. */
export async function benchSubmit() {
  const [control, exchange] = [await startControl(), await startExchange()]
  try {
    const cookie = await signUp(exchange.url)
    const request = { method: 'POST', headers: { ...submissionHead, cookie }, body: await submissionBody() }
    const rates = await compare(
      {
        control: { server: control, path: '/submit', ...request },
        submit: { server: exchange, path: '/api/submit', ...request },
      },
      { rounds: 5, seconds: 3, connections: CLIENTS },
    )
    return [
      row('control, the same body streamed to disk and fsynced', rates.control),
      row('POST /api/submit with two photos', rates.submit),
      {
        what: `peak memory with ${CLIENTS} clients uploading`,
        figure: `${peakMemoryMb(exchange.pid)} MB`,
        goal: 'under 200 MB',
      },
    ]
  } finally {
    await control.stop()
    await exchange.stop()
  }
}

const boundary = '----gce-bench'
export const submissionHead = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** The form of a submission with two new photos; `given` replaces fields. */
export async function submissionBody(given = {}) {
  const fields = {
    cardBrand: 'apple',
    cardValue: '100',
    cardNumber: 'BENCH12345678',
    securityCode: '1234',
    accountName: 'Dana Reyes',
    paymentMethod: 'cashapp',
    paymentDetails: '$dana_r',
    ...given,
  }
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  return Buffer.concat([...parts, await photoPart('files', 'front'), await photoPart('files', 'back'), end])
}

/** The form of an upload of one photo. */
export async function uploadBody() {
  return Buffer.concat([await photoPart('file', 'front'), end])
}

const end = Buffer.from(`--${boundary}--\r\n`)

async function photoPart(field, name) {
  const head = `Content-Disposition: form-data; name="${field}"; filename="${name}.jpg"\r\nContent-Type: image/jpeg`
  return Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), await drawPhoto(), Buffer.from('\r\n')])
}

/** A JPEG with soft edges and many colors, like a photo. */
async function drawPhoto() {
  const [width, height] = [WIDTH / 8, Math.ceil(HEIGHT / 8)]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .jpeg({ quality: 75 })
    .toBuffer()
}

/** Creates an account; returns the cookie of its session. */
export async function signUp(url, email = 'bench@mail.example') {
  const password = 'a-bench-password'
  const form = { name: 'Dana Reyes', email, phone: '555-010-0100' }
  const response = await fetch(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...form, password, confirmPassword: password }),
  })
  return response.headers.getSetCookie()[0].split(';')[0]
}
