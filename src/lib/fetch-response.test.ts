import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchResponse, unreachable } from './fetch-response.ts'

async function asked(answer: RequestListener): Promise<unknown> {
  await using server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Awaited here, because the server closes when this function returns.
  return await fetchResponse(`http://127.0.0.1:${port}/`).then(
    (response) => response.json(),
    (error: Error) => error.message,
  )
}

test('returns responses of the server, errors included', async () => {
  const json: RequestListener = (_, reply) =>
    void reply.writeHead(409, { 'content-type': 'application/json; charset=utf-8' }).end('{"error":"later"}')
  expect(await asked(json)).toEqual({ error: 'later' })
})

test('reports a lost connection and a proxy page with a readable message', async () => {
  expect(await asked((request) => void request.socket.destroy())).toBe(unreachable)
  const page: RequestListener = (_, reply) => void reply.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502')
  expect(await asked(page)).toBe(unreachable)
})
