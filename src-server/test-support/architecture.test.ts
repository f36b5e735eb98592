import { describe, expect, test } from 'vitest'
import { type Edge, edgesOf, isTest, sources, tops } from './read-sources.ts'

type Rule = {
  name: string
  breaks(edge: Edge): boolean
  example: [file: string, code: string]
  /** It applies to the imports of test code instead of product code. */
  ofTests?: true
}

const within = (file: string, ...folders: string[]) => folders.some((folder) => file.startsWith(`${folder}/`))
const isOurs = (file: string) => within(file, ...tops)
const isSchema = (file: string) => file.endsWith('-schema.ts')
const part = (file: string, depth: number) => file.split('/')[depth] ?? ''

const engines = ['db', 'encryption', 'events', 'storage', 'audit', 'mail', 'rate-limits', 'ledger', 'signed-logs']
const domains = [
  'telemetry',
  ...engines,
  'accounts',
  'files',
  'submissions',
  'payouts',
  'reviews',
  'chat',
  'api-tokens',
  'operations',
  'analytics',
  'catalogue',
  'policies',
]
/** The folders that may use web libraries, lowest layer first. */
const web = ['http', 'auth', 'trpc', 'rest', 'websocket']
/** Folders each server folder may import, besides itself and the files at the top of src-server. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(engines.map((engine) => [engine, ['db', 'telemetry']])),
  mail: ['db', 'encryption'],
  audit: ['db', 'encryption'],
  'rate-limits': ['db', 'encryption'],
  'signed-logs': ['encryption', 'storage'],
  redis: ['events', 'rate-limits', 'analytics'],
  accounts: engines,
  'file-inspection': [],
  telemetry: [],
  files: [...engines, 'accounts', 'file-inspection'],
  submissions: [...engines, 'accounts', 'files'],
  chat: [...engines, 'accounts', 'files'],
  'api-tokens': [...engines, 'accounts'],
  payouts: [...engines, 'accounts', 'submissions'],
  reviews: [...engines, 'accounts', 'files', 'submissions', 'payouts'],
  operations: [...engines, 'accounts', 'files', 'submissions', 'api-tokens', 'payouts'],
  analytics: engines,
  catalogue: [...engines, 'submissions'],
  policies: engines,
  move: [...engines, 'operations'],
  jobs: domains,
  http: domains,
  auth: [...domains, 'http'],
  trpc: [...domains, 'http', 'auth'],
  websocket: [...domains, 'http', 'auth', 'trpc'],
  rest: [...domains, 'http', 'auth', 'trpc', 'websocket'],
}

const rules: Rule[] = [
  {
    name: 'the server imports downwards: web, domains, engines; only types of the configuration; other domains only where listed',
    breaks: ({ from, to, isType }) => {
      const [own, other] = [part(from, 1), part(to, 1)]
      if (other === 'config') return !isType && own in allowedImports
      if (!within(from, 'src-server') || !within(to, 'src-server') || !part(to, 2) || own === other) return false
      return own in allowedImports && !allowedImports[own]?.includes(other)
    },
    example: ['src-server/accounts/x.ts', "import { a } from '../files/a.ts'"],
  },
  {
    name: 'server folders import of the top files only clock, counts, errors, ids, maybe-promise, the task queue and types',
    breaks: ({ from, to, isType }) =>
      part(from, 1) in allowedImports &&
      /^src-server\/[^/]+$/.test(to) &&
      !isType &&
      !/\/(clock|counts|errors|ids|maybe-promise|task-queue)\.ts$/.test(to),
    example: ['src-server/files/x.ts', "import { createContext } from '../context.ts'"],
  },
  {
    name: 'only http, auth, trpc, rest, websocket and app.ts import web libraries',
    breaks: ({ from, to }) =>
      within(from, 'src-server') &&
      !within(from, ...web.map((folder) => `src-server/${folder}`)) &&
      from !== 'src-server/app.ts' &&
      /^(fastify|cookie|ws|content-disposition|@fastify\/.*|@trpc\/.*)$/.test(to),
    example: ['src-server/submissions/x.ts', "import { TRPCError } from '@trpc/server'"],
  },
  {
    name: 'only context.ts chooses Redis: it alone imports redis/, which alone imports the client',
    breaks: ({ from, to }) =>
      !within(from, 'src-server/redis') &&
      ((within(to, 'src-server/redis') && from !== 'src-server/context.ts') || to === '@redis/client'),
    example: ['src-server/chat/x.ts', "import { connectRedis } from '../redis/redis-connection.ts'"],
  },
  {
    name: 'only db/, migrations and *-queries.ts import kysely values',
    breaks: ({ from, to, isType }) =>
      to === 'kysely' && !isType && !within(from, 'src-server/db', 'migrations') && !from.endsWith('-queries.ts'),
    example: ['src-server/files/x.ts', "import { type Kysely, sql } from 'kysely'"],
  },
  {
    name: 'only telemetry/start-telemetry.ts imports OpenTelemetry, and it is imported dynamically by context.ts only',
    breaks: ({ from, to }) =>
      (to.startsWith('@opentelemetry/') && from !== 'src-server/telemetry/start-telemetry.ts') ||
      (to === 'src-server/telemetry/start-telemetry.ts' && from !== 'src-server/context.ts'),
    example: ['src-server/db/x.ts', "import { trace } from '@opentelemetry/api'"],
  },
  {
    name: 'client and server share code through src-shared only, which imports nothing but zod',
    breaks: ({ from, to }) =>
      within(from, 'src-shared')
        ? !within(to, 'src-shared') && to !== 'zod'
        : within(from, 'src-server') && within(to, 'src'),
    example: ['src-shared/x.ts', "import path from 'node:path'"],
  },
  {
    name: 'the browser bundle excludes zod: only schemas and the server import schemas as values',
    breaks: ({ from, to, isType }) =>
      within(from, 'src', 'src-shared') && !isSchema(from) && !isType && (to === 'zod' || isSchema(to)),
    example: ['src/lib/x.ts', "import { quoteInput } from '#shared/quote-schema.ts'"],
  },
  {
    name: 'the client imports only types of the server',
    breaks: ({ from, to, isType }) => within(from, 'src') && within(to, 'src-server') && !isType,
    example: ['src/lib/x.ts', "export { appRouter } from '#server/trpc/router.ts'"],
  },
  {
    name: 'a feature imports no other feature, no layout and no route',
    breaks: ({ from, to }) =>
      within(from, 'src/features') &&
      (within(to, 'src/layout', 'src/routes') || (within(to, 'src/features') && part(from, 2) !== part(to, 2))),
    example: ['src/features/home/x.tsx', "import { Wizard } from '#client/features/exchange-wizard/wizard.tsx'"],
  },
  {
    name: 'layout imports no feature and no route',
    breaks: ({ from, to }) => within(from, 'src/layout') && within(to, 'src/features', 'src/routes'),
    example: ['src/layout/x.tsx', "const A = lazy(() => import('#client/features/home/home-page.tsx'))"],
  },
  {
    name: 'lib imports no other client code',
    breaks: ({ from, to }) => within(from, 'src/lib') && within(to, 'src') && !within(to, 'src/lib'),
    example: ['src/lib/x.ts', "import { Button } from '#client/ui/button.tsx'"],
  },
  {
    name: 'ui imports no router, query or tRPC, and only types of other project code',
    breaks: ({ from, to, isType }) =>
      within(from, 'src/ui') && (/^@(tanstack|trpc)\//.test(to) || (isOurs(to) && !isType && !within(to, 'src/ui'))),
    example: ['src/ui/x.tsx', "import { site } from '#shared/site.ts'"],
  },
  {
    name: 'ui-gallery imports only ui and styles, and no other code imports it',
    breaks: ({ from, to }) =>
      within(from, 'src/ui-gallery')
        ? isOurs(to) && !within(to, 'src/ui', 'src/ui-gallery', 'src/styles')
        : within(to, 'src/ui-gallery'),
    example: ['src/ui-gallery/x.tsx', "import { HomePage } from '#client/features/home/home-page.tsx'"],
  },
  {
    name: 'migrations import kysely only',
    breaks: ({ from, to }) => within(from, 'migrations') && !/^kysely(\/|$)/.test(to) && !within(to, 'migrations'),
    example: ['migrations/x.ts', "import type { Schema } from '#server/db/schema.ts'"],
  },
  {
    name: 'product code imports no test code and no test library',
    breaks: ({ from, to }) =>
      !within(from, 'src-server/system-tests') &&
      (isTest(to) || /^(vitest|jsdom|@testing-library\/.*|@playwright\/.*)$/.test(to)),
    example: ['src/lib/x.ts', "import { openSite } from '#client/test-support/component/open-site.tsx'"],
  },
  {
    name: 'component tests import no client code: they see pages, as users do',
    ofTests: true,
    breaks: ({ from, to }) =>
      from.endsWith('.test.tsx') && within(to, 'src') && !within(to, 'src/test-support/component'),
    example: ['src/features/home/x.test.tsx', "import { HomePage } from './home-page.tsx'"],
  },
]

const [testEdges, productEdges] = [true, false].map((ofTests) =>
  [...sources].filter(([file]) => isTest(file) === ofTests).flatMap(edgesOf),
) as [Edge[], Edge[]]
const formatEdge = ({ from, to }: Edge) => `${from} -> ${to}`

describe.each(rules)('$name', ({ breaks, example, ofTests }) => {
  const edges = ofTests ? testEdges : productEdges
  test('has no violation', () => expect(edges.filter(breaks).map(formatEdge)).toEqual([]))
  test('detects a violation', () => expect(edgesOf(example).some(breaks)).toBe(true))
})
