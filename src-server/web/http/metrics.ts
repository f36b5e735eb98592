import { statSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { AppContext } from '../../context.ts'
import { countWaitingMails } from '../../platform/mail/outbox-queries.ts'
import { countByStatus } from '../../submissions/status-count-queries.ts'
import type { ConnectionMonitor } from './connection-monitor.ts'
import type { DownloadConcurrency } from './download-concurrency.ts'
import type { LoadShedding } from './load-shedding.ts'
import { labelsOf } from './request-facts.ts'
import type { UploadConcurrency } from './upload-concurrency.ts'

/** Upper bounds in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Values that other modules keep and that are read on each scrape. */
type Gauges = {
  socket: { size(): number }
  connections: Pick<ConnectionMonitor, 'count'>
  forms: Pick<UploadConcurrency, 'count'>
  downloads: Pick<DownloadConcurrency, 'count'>
  loadShedding: Pick<LoadShedding, 'lagSeconds'>
}

export type Metrics = { contentType: string; text(): Promise<string> }

/** Counts requests and collects metrics. Labels are our own names, never text of a caller. */
export function createMetrics(server: FastifyInstance, app: AppContext, gauges: Gauges): Metrics {
  // No default metrics of the library: they run timers and measure garbage collection.
  const registry = new Registry()
  if (app.config.nodeName !== undefined) registry.setDefaultLabels({ node: app.config.nodeName })
  const { gauge, counter } = metricsOf(registry)

  countRequests(server, registry)
  gauge('gce_websockets', 'WebSockets that are open', () => gauges.socket.size())
  gauge('gce_http_connections', 'Connections that are open, WebSockets included', () => gauges.connections.count())
  gauge('gce_uploads_in_progress', 'Forms with files that are being received', () => gauges.forms.count())
  gauge('gce_downloads_in_progress', 'Files that are being sent', () => gauges.downloads.count())
  gauge('gce_event_loop_lag_seconds', 'Mean event loop delay in the last second', () =>
    gauges.loadShedding.lagSeconds(),
  )
  gauge('gce_mails_waiting', 'Mails that were not sent yet', () => countWaitingMails(app.db))
  const ofStatus = 'Submissions by status; approved: processing, with a payout that waits'
  gauge('gce_submissions', ofStatus, () => countByStatus(app.db), 'status')
  gauge('gce_database_bytes', 'Size of the database files', () => databaseBytes(app.config.databaseFile), 'file')
  gauge('gce_files_without_row', 'Stored files left unswept for being too many', () => app.files.withheldOrphans)
  gauge('gce_ledger_wrong', '1 when the last check of the ledger by this node found an error', () =>
    app.payouts.ledgerProblem === undefined ? 0 : 1,
  )
  gauge('gce_disk_low', '1 when files and orders are refused for want of space', () => (app.disk.isLow() ? 1 : 0))
  counter('gce_job_runs_total', 'Runs of scheduled jobs by outcome', ['job', 'outcome'], (runs) => {
    for (const [job, { succeeded, failed }] of app.jobRuns.counts()) {
      runs.inc({ job, outcome: 'success' }, succeeded)
      runs.inc({ job, outcome: 'failure' }, failed)
    }
  })
  counter('gce_submissions_despite_warnings_total', 'Submissions sent although a soft check warned', [], (total) =>
    total.inc(app.warningCounts.submissions()),
  )
  counter('gce_submission_warnings_total', 'Their warnings by field', ['field'], (warnings) => {
    for (const [field, count] of app.warningCounts.byField()) warnings.inc({ field }, count)
  })
  gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss())
  gauge('nodejs_heap_used_bytes', 'Memory of its objects', () => process.memoryUsage().heapUsed)
  counter('process_cpu_seconds_total', 'Time of the processor', [], (time) => {
    const { user, system } = process.cpuUsage()
    time.inc((user + system) / 1e6)
  })
  gauge('process_uptime_seconds', 'Time since the start', () => process.uptime())
  return { contentType: registry.contentType, text: () => registry.metrics() }
}

function countRequests(server: FastifyInstance, registry: Registry) {
  const registers = [registry]
  const requests = new Counter({
    name: 'gce_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'gce_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['route'],
    buckets,
    registers,
  })
  server.addHook('onResponse', (request, reply, done) => {
    const { method, route } = labelsOf(request)
    requests.inc({ method, route, status: reply.statusCode })
    durations.observe({ route }, reply.elapsedTime / 1000)
    done()
  })
}

function metricsOf(registry: Registry) {
  const registers = [registry]
  return {
    /** With a `label`, `read` has a value for each. */
    gauge(name: string, help: string, read: () => Reading | Promise<Reading>, label = '') {
      new Gauge({
        name,
        help,
        labelNames: label === '' ? [] : [label],
        registers,
        async collect() {
          const values = await read()
          if (typeof values === 'number') return this.set(values)
          this.reset()
          for (const [key, value] of Object.entries(values)) this.set({ [label]: key }, value)
        },
      })
    },
    /** A counter that other code keeps; `add` adds its totals to zero. */
    counter(name: string, help: string, labelNames: string[], add: (counter: Counter) => void) {
      new Counter({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset()
          add(this)
        },
      })
    },
  }
}

type Values = Readonly<Record<string, number>>
type Reading = number | Values

function databaseBytes(file: string): Values {
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0
  return { database: sizeOf(file), 'write-ahead log': sizeOf(`${file}-wal`) }
}
