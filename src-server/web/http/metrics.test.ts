import { expect } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { listening, openSocket } from '../../testing/test-support/socket-page.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { startMetricsServer } from './metrics-server.ts'

test('serves metrics on their own port and nowhere on the site', async () => {
  await using app = await createTestApp({ METRICS_PORT: '9464' })
  const { url } = await listening(app)
  const customer = await app.customer()
  await aSubmission(app, customer)
  const page = await openSocket(url, customer.cookie)
  await app.request('GET', '/api/user/transactions', { as: customer })
  if (!app.metrics) throw new Error('There are no metrics.')
  const server = await startMetricsServer(app.metrics, { host: '127.0.0.1', port: 0 }, app.ctx.log)
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  const text = await response.text()
  expect(response.headers.get('content-type')).toContain('version=0.0.4')
  expect(text).toMatch(/^gce_http_requests_total\{method="GET",route="\/api\/user\/transactions",status="200"\} 1$/m)
  expect(text).toMatch(/^gce_http_request_seconds_bucket\{le="\+Inf",route="\/api\/user\/transactions"\} 1$/m)
  expect(text).toMatch(/^gce_websockets 1$/m)
  expect(text).toMatch(/^gce_submissions\{status="pending"\} 1$/m)
  expect(text).toMatch(/^gce_mails_waiting 2$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
  expect(text.match(/^# TYPE .+$/gm)).toEqual([
    '# TYPE gce_http_requests_total counter',
    '# TYPE gce_http_request_seconds histogram',
    '# TYPE gce_websockets gauge',
    '# TYPE gce_http_connections gauge',
    '# TYPE gce_uploads_in_progress gauge',
    '# TYPE gce_downloads_in_progress gauge',
    '# TYPE gce_event_loop_lag_seconds gauge',
    '# TYPE gce_mails_waiting gauge',
    '# TYPE gce_submissions gauge',
    '# TYPE gce_database_bytes gauge',
    '# TYPE gce_files_without_row gauge',
    '# TYPE gce_ledger_wrong gauge',
    '# TYPE gce_disk_low gauge',
    '# TYPE gce_job_runs_total counter',
    '# TYPE gce_submissions_despite_warnings_total counter',
    '# TYPE gce_submission_warnings_total counter',
    '# TYPE process_resident_memory_bytes gauge',
    '# TYPE nodejs_heap_used_bytes gauge',
    '# TYPE process_cpu_seconds_total counter',
    '# TYPE process_uptime_seconds gauge',
  ])
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
  for (const at of ['/metrics', '/api/metrics']) expect((await app.request('GET', at)).statusCode).toBe(404)
  server.stop()
  page.socket.terminate()
})

test('keeps the label set fixed whatever is requested, without personal data', async () => {
  await using app = await createTestApp({ METRICS_PORT: '9464' })
  const linesOf = async () => ((await app.metrics?.text()) ?? '').split('\n').length
  const ask = async (from: number) => {
    for (let at = from; at < from + 40; at++) {
      await app.request('GET', `/somewhere/${at}?email=dana${at}@mail.example`)
      await app.request('GET', `/api/files/${at}`)
      await app.request('GET', `/trpc/nothing.${at}`)
      await app.request('POST', `/api/submissions/${at}`, { headers: { 'x-at': String(at) } })
    }
  }
  await ask(0)
  const few = await linesOf()
  await ask(100)
  expect(await linesOf()).toBe(few)
  expect(await app.metrics?.text()).not.toMatch(/dana|somewhere|nothing\./)
})

test('a further scrape shows totals, not sums of scrapes', async () => {
  await using app = await createTestApp({ METRICS_PORT: '9464' })
  app.ctx.jobRuns.succeeded('sweep')
  const runs = async () =>
    /^gce_job_runs_total\{job="sweep",outcome="success"\} (\d+)$/m.exec((await app.metrics?.text()) ?? '')?.[1]
  expect([await runs(), await runs()]).toEqual(['1', '1'])
})

test('counts submissions that were sent despite a warning, without what was typed', async () => {
  await using app = await createTestApp({ METRICS_PORT: '9464' })
  const customer = await app.customer()
  await aSubmission(app, customer)
  await aSubmission(app, customer, { cardNumber: 'typo-77', paymentDetails: 'no tag' })
  const lines = ((await app.metrics?.text()) ?? '')
    .split('\n')
    .filter((line) => /^gce_submission\w*warnings/.test(line))
  expect(lines).toEqual([
    'gce_submissions_despite_warnings_total 1',
    'gce_submission_warnings_total{field="cardNumber"} 1',
    'gce_submission_warnings_total{field="paymentDetails"} 1',
  ])
})

test('NODE_NAME is a label of every metric and in every log line', async () => {
  await using app = await createTestApp({ METRICS_PORT: '9464', NODE_NAME: 'node-1' })
  await app.request('GET', '/api/health')
  const samples = ((await app.metrics?.text()) ?? '').split('\n').filter((line) => /^\w/.test(line))
  expect(samples.length).toBeGreaterThan(20)
  expect(samples.filter((line) => !line.includes('node="node-1"'))).toEqual([])
  app.ctx.log.warn('a line')
  expect(app.log().trim().split('\n').at(-1)).toContain('"node":"node-1"')
})

test('counts nothing without METRICS_PORT', async ({ app }) => {
  expect(app.metrics).toBeUndefined()
})
