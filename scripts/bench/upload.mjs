import { compare } from './load.mjs'
import { startControl, startExchange } from './processes.mjs'
import { row } from './quote.mjs'
import { sized } from './size.mjs'
import { signUp, submissionHead, uploadBody } from './submit.mjs'
import { peakMemoryMb } from './usage.mjs'

const CLIENTS = sized(20, 2)
/** Accounts of each client, because one may have 120 uploads that no order has claimed. */
const ACCOUNTS_EACH = 4

/**
 * Uploads of one photo per second, compared with a server that only writes and fsyncs the same body, and with one that
 * also re-encodes the photo and stores the result.
 */
export async function benchUpload() {
  const [control, exchange] = [await startControl(), await startExchange()]
  try {
    const cookies = []
    for (let count = 0; count < CLIENTS * ACCOUNTS_EACH; count++)
      cookies.push(await signUp(exchange.url, `bench${count}@mail.example`))
    const request = { method: 'POST', headers: submissionHead, body: await uploadBody() }
    let clients = 0
    const setupClient = (client) => {
      const first = (clients++ % CLIENTS) * ACCOUNTS_EACH
      const own = cookies.slice(first, first + ACCOUNTS_EACH)
      client.setRequests(own.map((cookie) => ({ ...request, headers: { ...submissionHead, cookie } })))
    }
    const rates = await compare(
      {
        control: { server: control, path: '/submit', ...request },
        encoding: { server: control, path: '/re-encode', ...request },
        upload: { server: exchange, path: '/api/uploads', ...request, setupClient },
      },
      { rounds: 5, seconds: 3, connections: CLIENTS },
    )
    return [
      row('control, the same body streamed to disk and fsynced', rates.control),
      row('control, which also re-encodes the photo and stores the result', rates.encoding),
      row('POST /api/uploads with one photo', rates.upload),
      { what: `peak memory with ${CLIENTS} clients uploading`, figure: `${peakMemoryMb(exchange.pid)} MB` },
    ]
  } finally {
    await control.stop()
    await exchange.stop()
  }
}
