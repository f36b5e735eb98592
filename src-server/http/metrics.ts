import { statSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { countWaitingMails } from '../mail/outbox-queries.ts'
import { countByStatus } from '../submissions/status-count-queries.ts'
import type { ConnectionMonitor } from './connection-monitor.ts'
import type { DownloadConcurrency } from './download-concurrency.ts'
import type { LoadShedding } from './load-shedding.ts'
import { type Family, metricText } from './metrics-text.ts'
import type { UploadConcurrency } from './upload-concurrency.ts'

/** Upper bounds in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT'])

/** Values that other modules keep and that are read on each scrape. */
export type Gauges = {
  socket: { size(): number }
  connections: Pick<ConnectionMonitor, 'count'>
  forms: Pick<UploadConcurrency, 'count'>
  downloads: Pick<DownloadConcurrency, 'count'>
  loadShedding: Pick<LoadShedding, 'lagSeconds'>
}

type Durations = { counts: number[]; sum: number }

export type Metrics = {
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>
}

/**
 * Counts the requests of `server` and collects its metrics. Labels are route patterns, methods, statuses and our own
 * names, never text of a caller: a request without a route is 'other'.
 */
export function createMetrics(server: FastifyInstance, app: AppContext, gauges: Gauges): Metrics {
  const requests = new Map<string, { labels: Record<string, string>; value: number }>()
  const durations = new Map<string, Durations>()

  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request.routeOptions.url)
    const method = methods.has(request.method) ? request.method : 'other'
    const key = `${method} ${route} ${reply.statusCode}`
    const counted = requests.get(key)
    if (counted) counted.value++
    else requests.set(key, { labels: { method, route, status: String(reply.statusCode) }, value: 1 })
    observe(route, reply.elapsedTime / 1000)
    done()
  })

  const observe = (route: string, seconds: number) => {
    const of = durations.get(route) ?? { counts: new Array(buckets.length + 1).fill(0), sum: 0 }
    durations.set(route, of)
    const at = buckets.findIndex((bound) => seconds <= bound)
    of.counts[at < 0 ? buckets.length : at]++
    of.sum += seconds
  }

  return {
    text: async () =>
      metricText([
        counter('gce_http_requests_total', 'Requests answered', [...requests.values()]),
        histogram(durations),
        gauge('gce_websockets', 'WebSockets that are open', gauges.socket.size()),
        gauge('gce_http_connections', 'Connections that are open, WebSockets included', gauges.connections.count()),
        gauge('gce_uploads_in_progress', 'Forms with files that are being received', gauges.forms.count()),
        gauge('gce_downloads_in_progress', 'Files that are being sent', gauges.downloads.count()),
        gauge(
          'gce_event_loop_lag_seconds',
          'Mean event loop delay in the last second',
          gauges.loadShedding.lagSeconds(),
        ),
        gauge('gce_mails_waiting', 'Mails that were not sent yet', await countWaitingMails(app.db)),
        labelled('gce_submissions', 'Submissions by status', 'status', await countByStatus(app.db)),
        labelled('gce_database_bytes', 'Size of the database files', 'file', databaseBytes(app.config.databaseFile)),
        gauge('gce_files_without_row', 'Stored files left unswept for being too many', app.orphans.withheld),
        gauge('gce_disk_low', '1 when files and orders are refused for want of space', app.disk.isLow() ? 1 : 0),
        counter('gce_job_runs_total', 'Runs of scheduled jobs by outcome', jobSamples(app)),
        ...processFigures(),
      ]),
  }
}

function routeOf(url: string | undefined): string {
  return url === undefined || url === '*' ? 'other' : url
}

function jobSamples({ jobRuns }: AppContext): Family['samples'] {
  return [...jobRuns.counts()].flatMap(([job, { succeeded, failed }]) => [
    { labels: { job, outcome: 'success' }, value: succeeded },
    { labels: { job, outcome: 'failure' }, value: failed },
  ])
}

function counter(name: string, help: string, samples: Family['samples']): Family {
  return { name, help, type: 'counter', samples }
}

function gauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', samples: [{ labels: {}, value }] }
}

function labelled(name: string, help: string, label: string, values: Readonly<Record<string, number>>): Family {
  const samples = Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }))
  return { name, help, type: 'gauge', samples }
}

function histogram(durations: ReadonlyMap<string, Durations>): Family {
  const samples = [...durations].flatMap(([route, { counts, sum }]) => {
    let below = 0
    const cumulated = counts.map((count, at) => {
      below += count
      return { suffix: '_bucket', labels: { route, le: String(buckets[at] ?? '+Inf') }, value: below }
    })
    return [
      ...cumulated,
      { suffix: '_sum', labels: { route }, value: sum },
      { suffix: '_count', labels: { route }, value: below },
    ]
  })
  return { name: 'gce_http_request_seconds', help: 'Time to answer', type: 'histogram', samples }
}

function processFigures(): Family[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process', rss),
    gauge('nodejs_heap_used_bytes', 'Memory of its objects', heapUsed),
    counter('process_cpu_seconds_total', 'Time of the processor', [{ labels: {}, value: (user + system) / 1e6 }]),
    gauge('process_uptime_seconds', 'Time since the start', process.uptime()),
  ]
}

function databaseBytes(file: string): Record<string, number> {
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0
  return { database: sizeOf(file), 'write-ahead log': sizeOf(`${file}-wal`) }
}
