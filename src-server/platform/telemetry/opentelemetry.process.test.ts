import path from 'node:path'
import { expect, test } from 'vitest'
import { startCollector } from '../../testing/test-support/otlp-collector.ts'
import { startServerProcess } from '../../testing/test-support/server-process.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'

const subscriber = path.resolve(import.meta.dirname, '../../../deploy/opentelemetry.mjs')

test('a built server sends its last requests at a shutdown, with the subscriber of deploy/', async () => {
  await using collector = await startCollector()
  using folder = tempFolder()
  const server = await startServerProcess(folder.path, {
    NODE_OPTIONS: `--import=${subscriber}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  await fetch(`${server.url}/api/health`)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(collector.spans().map(({ name }) => name)).toContain('GET /api/health')
  expect(server.output()).not.toContain('OpenTelemetry does not work')
})

test('a server with an endpoint and without the subscriber says what is missing', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output()).toMatch(/is set without --import deploy\/opentelemetry\.mjs.*OpenTelemetry does not work/)
})
