import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aPhoto, multipart, submitFields } from '../../testing/test-support/factories.ts'
import { type ReceivedSpan, startCollector } from '../../testing/test-support/otlp-collector.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import '../../../deploy/opentelemetry.mjs'
import { inSpan, stopExport } from './telemetry.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callerSpan = '00f067aa0ba902b7'
const headers = { traceparent: `00-${traceId}-${callerSpan}-01` }

/** Runs calls in an app with telemetry, which sends what is left at its end. */
async function traced(
  url: string,
  calls: (app: TestApp) => Promise<void>,
  variables: NodeJS.ProcessEnv = {},
): Promise<void> {
  await using app = await createTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: url, NODE_NAME: 'node-1', ...variables })
  await calls(app)
}

const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

test('sends a request with its procedure and transaction as one trace of the proxy', async () => {
  await using collector = await startCollector()
  const signUp = async (app: TestApp) => {
    const { statusCode } = await app.request('POST', '/api/auth/sign-up', {
      headers,
      body: {
        name: 'Dana Reyes',
        email: 'dana@mail.example',
        phone: '555-010-0100',
        password: 'a-customer-password',
        confirmPassword: 'a-customer-password',
      },
    })
    expect(statusCode).toBe(201)
  }
  await traced(collector.url, signUp, { TRUST_PROXY: '127.0.0.1' })
  const spans = collector.spans().filter((span) => span.traceId === traceId)
  const [request] = spans.filter(({ parentSpanId }) => parentSpanId === callerSpan)
  if (!request) throw new Error('There is no span of the request.')
  expect(request.name).toBe('POST /api/auth/sign-up')
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/auth/sign-up',
    'http.response.status_code': 201,
  })
  const childrenOf = (parent: ReceivedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId)
  const [call] = childrenOf(request)
  expect(call?.name).toBe('account.signUp')
  expect(call && childrenOf(call).map(({ name }) => name)).toContain('transaction')
})

test.each([
  ['without a proxy', {}],
  ['from another address than the proxy', { TRUST_PROXY: '10.0.0.0/8' }],
  ['from another address, with a forged X-Forwarded-For', { TRUST_PROXY: '192.0.2.1' }],
])('a request of a stranger begins a trace of its own, %s', async (_, variables) => {
  await using collector = await startCollector()
  const sampledOut = { traceparent: `00-${traceId}-${callerSpan}-00`, tracestate: 'vendor=chosen' }
  const ask = async (app: TestApp) => {
    for (const trace of [headers, sampledOut, { ...headers, 'x-forwarded-for': '192.0.2.1' }])
      await app.request('GET', '/api/health', { headers: trace })
  }
  await traced(collector.url, ask, variables)
  const requests = collector.spans().filter(({ name }) => name === 'GET /api/health')
  expect(requests).toHaveLength(3)
  for (const { traceId: own, parentSpanId } of requests)
    expect([own === traceId, parentSpanId || '']).toEqual([false, ''])
  expect(collector.text()).not.toContain('chosen')
})

test('sends nothing that a caller typed, and no value of the database', async () => {
  await using collector = await startCollector()
  const secrets = [
    'Dana',
    'mail.example',
    '555-010',
    '60390000',
    '11112222',
    'a-customer-password',
    'gce=',
    '127.0.0.1',
  ]
  await traced(collector.url, async (app) => {
    const customer = await app.customer()
    const form = multipart(submitFields({ cardNumber: '6039000011112222', securityCode: '83719283' }), [
      { name: 'dana-front.png', bytes: aPhoto() },
    ])
    const submitted = await app.request('POST', '/api/submit', { as: customer, ...form })
    expect(submitted.statusCode).toBe(200)
    const { submissionId } = submitted.json()
    secrets.push('83719283', 'dana-front', submissionId, customer.id, customer.cookie.slice(4))
    for (const url of [
      `/api/user/transactions?search=Dana`,
      `/api/files/${customer.id}`,
      '/Dana',
      `/trpc/${customer.id}`,
    ])
      await app.request('GET', url, { as: customer, headers: { 'user-agent': 'Dana' } })
    await app.request('POST', '/api/auth/sign-in', { body: { email: customer.email, password: 'Dana-is-wrong' } })
    await app.request('POST', '/trpc/account.signIn', { body: { email: customer.email, password: 'Dana-is-wrong' } })
  })
  const names = collector.spans().map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['POST /api/submit', 'account.signIn', 'transaction', 'GET other']))
  expect(secrets.filter((secret) => collector.text().includes(secret))).toEqual([])
})

test('names the kind of an error without its message', async () => {
  await using collector = await startCollector()
  await traced(collector.url, async (app) => {
    await app.request('GET', '/api/user/transactions')
    const failing = inSpan('a failing task', async () => {
      throw new RangeError('Dana')
    })
    await expect(failing).rejects.toThrow('Dana')
  })
  const kindOf = (name: string) =>
    collector
      .spans()
      .filter((span) => span.name === name)
      .map(attributesOf)
  expect(kindOf('transactions.list')).toEqual([{ 'error.type': 'unauthorized' }])
  expect(kindOf('a failing task')).toEqual([{ 'error.type': 'RangeError' }])
  expect(collector.text()).not.toContain('Dana')
})

test('sends metrics and the name of the node', async () => {
  await using collector = await startCollector()
  await traced(collector.url, async (app) => {
    await app.request('GET', '/api/health')
  })
  const names = collector.metrics().map(({ name }) => name)
  expect(names.sort()).toEqual(['gce.mails.waiting', 'gce.websockets', 'http.server.request.duration'])
  expect(collector.text()).toContain('{"key":"service.instance.id","value":{"stringValue":"node-1"}}')
})

test('a collector that is down costs no request and does not keep the end waiting', async () => {
  const collector = await startCollector()
  await collector[Symbol.asyncDispose]()
  await traced(collector.url, async (app) => {
    expect((await app.request('GET', '/api/health')).statusCode).toBe(200)
  })
})

test('a collector that rejects what it receives is logged once', async () => {
  await using collector = await startCollector(400)
  let log = ''
  await traced(collector.url, async (app) => {
    expect((await app.request('GET', '/api/health')).statusCode).toBe(200)
    await stopExport()
    log = app.log()
  })
  expect(log.match(/OpenTelemetry does not work/g)).toHaveLength(1)
})

test('a collector that never answers costs no request and does not keep the end waiting', async () => {
  await using collector = await startCollector('never')
  await traced(collector.url, async (app) => {
    expect((await app.request('GET', '/api/health')).statusCode).toBe(200)
  })
  expect(collector.spans()).not.toEqual([])
})

test('without a collector spans only run their work', async () => {
  await using collector = await startCollector()
  await using app = await createTestApp()
  expect((await app.request('GET', '/api/health')).statusCode).toBe(200)
  expect(await inSpan('a task', async () => 1)).toBe(1)
  await stopExport()
  expect(collector.text()).toBe('')
})

test('docs/operations.md installs each package of deploy/opentelemetry.mjs, in the version that is tested', () => {
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const imported = [...read('deploy/opentelemetry.mjs').matchAll(/ from '(@opentelemetry\/[^']+)'/g)].map(
    ([, name]) => name,
  )
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }
  const wanted = imported.map((name = '') => `${name}@${devDependencies[name]}`)
  expect(wanted.length).toBeGreaterThan(5)
  expect(read('docs/operations.md')).toContain(`npm install --prefix /opt/otel ${wanted.join(' ')}\n`)
})
