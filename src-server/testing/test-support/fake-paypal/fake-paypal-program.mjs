import { createServer } from 'node:http'
import { invalidRequest, notFound, payPalApi } from './fake-paypal-api.mjs'
import { openBooks } from './fake-paypal-books.mjs'
import { parse, payPalCalls } from './fake-paypal-calls.mjs'
import { payPalControl } from './fake-paypal-control.mjs'
import { payPalWebhooks } from './fake-paypal-webhooks.mjs'

/**
 * A fake of PayPal's API for payouts: `node fake-paypal-program.mjs <folder> <port> <client id> <client secret>
 * <webhook id>`. It listens on loopback, keeps its books in the folder, prints 'listening', and ends with its standard
 * input. Commands are under /control.
 */
const [, , folder = '', port = '', clientId = '', clientSecret = '', webhookId = ''] = process.argv
if (!webhookId) {
  process.stderr.write('fake-paypal-program.mjs <folder> <port> <client id> <client secret> <webhook id>\n')
  process.exit(64)
}
/** The exit code when another process has the port. */
const PORT_IN_USE = 75
const MAX_BODY_BYTES = 1024 * 1024

const books = openBooks(folder)
const origin = `http://127.0.0.1:${port}`
const api = payPalApi({ books, origin, clientId, clientSecret })
const webhooks = payPalWebhooks({ books, api, origin, webhookId })
const control = payPalControl({ books, api, webhooks })
const call = payPalCalls({ api, webhooks, control })

function respond(response, { status, body, headers = {} }) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

/** Answers as a fault says: with something else, not at all, or with half an answer. */
function misbehave(response, fault) {
  if (fault.how === 'answer') return respond(response, fault)
  if (fault.how === 'close') return response.destroy()
  if (fault.how === 'never') return
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': 1000 })
  response.write('{"batch_header":', () => fault.how === 'cut' && response.destroy())
}

async function handle(request, response) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return respond(response, invalidRequest('body', 'too large'))
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  const { method = '', headers } = request
  const { pathname } = new URL(request.url ?? '/', origin)
  const command = /^\/control\/(.+)$/.exec(pathname)?.[1]
  if (command) return respond(response, await control.run(method, command, parse(text)))
  const called = call({ method, pathname, headers, text })
  if (!called) return respond(response, notFound())
  const { fault, answer } = called
  if (fault) misbehave(response, fault)
  else respond(response, answer)
  if (answer?.made) webhooks.announce(answer.made)
}

const server = createServer((request, response) =>
  handle(request, response).catch((error) => {
    // A client that goes away ends its request only.
    if (error.code !== 'ECONNRESET') process.stderr.write(`${error.stack}\n`)
    response.destroy()
  }),
)
server.once('error', ({ code }) => process.exit(code === 'EADDRINUSE' ? PORT_IN_USE : 1))
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'))
process.stdin.on('end', () => process.exit()).resume()
