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

/** The tiers of the server, highest first; each imports of itself and of those below. */
const tiers = ['web', 'operator', 'domain', 'platform']
/** The other domains that each domain may import. */
const domains: Readonly<Record<string, readonly string[]>> = {
  accounts: ['audit'],
  analytics: ['audit'],
  audit: [],
  cases: ['audit', 'accounts', 'files', 'submissions', 'payouts', 'inventory', 'reviews', 'controls'],
  catalogue: ['audit', 'submissions'],
  chat: ['audit', 'accounts', 'files', 'submissions'],
  controls: ['audit', 'accounts'],
  files: ['audit', 'accounts'],
  inventory: ['audit', 'accounts', 'catalogue', 'controls', 'files', 'submissions', 'payouts'],
  payouts: ['audit', 'accounts', 'controls', 'submissions'],
  policies: ['audit', 'accounts'],
  reports: ['audit', 'accounts', 'submissions', 'payouts'],
  reviews: ['audit', 'accounts', 'files', 'submissions', 'payouts', 'inventory'],
  site: ['audit'],
  submissions: ['audit', 'accounts', 'files'],
  tracking: ['accounts', 'catalogue', 'policies', 'submissions'],
}
/** Of the other tiers, the folders that each folder may import. */
const folders: Readonly<Record<string, readonly string[]>> = {
  'web/http': [],
  'web/auth': ['web/http'],
  'web/trpc': ['web/http', 'web/auth'],
  'web/websocket': ['web/http', 'web/auth', 'web/trpc'],
  'web/rest': ['web/http', 'web/auth', 'web/trpc', 'web/websocket'],
  'operator/operations': [],
  'operator/move': ['operator/operations'],
  'operator/jobs': ['operator/operations'],
  'operator/setup': ['operator/operations'],
  'platform/db': ['platform/telemetry'],
  'platform/encryption': ['platform/db'],
  'platform/events': ['platform/db', 'platform/telemetry'],
  'platform/file-inspection': [],
  'platform/mail': ['platform/db', 'platform/encryption'],
  'platform/rate-limits': ['platform/db', 'platform/encryption'],
  'platform/redis': ['platform/events', 'platform/rate-limits'],
  'platform/site': ['platform/db', 'platform/events'],
  'platform/signed-logs': ['platform/db', 'platform/encryption', 'platform/storage'],
  'platform/storage': ['platform/db', 'platform/telemetry'],
  'platform/telemetry': [],
}

/** Selects the engines of a site. */
const openPlatform = 'src-server/platform/open-platform.ts'
/** These start a site or a part of it. */
const starting = ['src-server/operator/commands', 'src-server/operator/seed']

/** The tier of a file of the server; undefined for the files at its top and the development server. */
function tierOf(file: string): string | undefined {
  if (!within(file, 'src-server') || !part(file, 2) || file === 'src-server/web/dev.ts') return undefined
  const folder = part(file, 1)
  return folder in domains ? 'domain' : tiers.find((tier) => tier === folder)
}

const rules: Rule[] = [
  {
    name: 'the server imports downwards: web, operator, domains, platform',
    breaks: ({ from, to }) => {
      const [own, other] = [tierOf(from), tierOf(to)]
      return own !== undefined && other !== undefined && tiers.indexOf(other) < tiers.indexOf(own)
    },
    example: ['src-server/platform/mail/x.ts', "import { a } from '../../accounts/a.ts'"],
  },
  {
    name: 'a domain imports only the domains that are listed for it',
    breaks: ({ from, to }) => {
      const [own, other] = [part(from, 1), part(to, 1)]
      return tierOf(from) === 'domain' && tierOf(to) === 'domain' && own !== other && !domains[own]?.includes(other)
    },
    example: ['src-server/accounts/x.ts', "import { a } from '../files/a.ts'"],
  },
  {
    name: 'a folder of another tier imports only the folders of its tier that are listed for it',
    breaks: ({ from, to }) => {
      const [own, other] = [from, to].map((file) => file.split('/').slice(1, 3).join('/')) as [string, string]
      const isFolder = tierOf(to) === tierOf(from) && part(to, 3) !== '' && other !== 'platform/config'
      return own in folders && isFolder && own !== other && !folders[own]?.includes(other)
    },
    example: ['src-server/web/http/x.ts', "import { a } from '../auth/a.ts'"],
  },
  {
    name: 'the configuration is read at the start and by commands; others import only its types',
    breaks: ({ from, to, isType }) =>
      within(to, 'src-server/platform/config') &&
      !isType &&
      tierOf(from) !== undefined &&
      !within(from, 'src-server/platform/config', ...starting),
    example: ['src-server/files/x.ts', "import { readConfig } from '../platform/config/config.ts'"],
  },
  {
    name: 'folders of the server import only types of the files at its top',
    breaks: ({ from, to, isType }) =>
      tierOf(from) !== undefined && !within(from, ...starting) && /^src-server\/[^/]+$/.test(to) && !isType,
    example: ['src-server/files/x.ts', "import { createContext } from '../context.ts'"],
  },
  {
    name: 'only the tier web imports web libraries',
    breaks: ({ from, to }) =>
      within(from, 'src-server') &&
      !within(from, 'src-server/web') &&
      /^(fastify|cookie|ws|content-disposition|@fastify\/.*|@trpc\/.*)$/.test(to),
    example: ['src-server/submissions/x.ts', "import { TRPCError } from '@trpc/server'"],
  },
  {
    name: 'only open-platform.ts chooses Redis: it alone imports redis/, which alone imports the client',
    breaks: ({ from, to }) =>
      !within(from, 'src-server/platform/redis') &&
      ((within(to, 'src-server/platform/redis') && from !== openPlatform) || to === '@redis/client'),
    example: ['src-server/chat/x.ts', "import { connectRedis } from '../platform/redis/redis-connection.ts'"],
  },
  {
    name: 'only db/, migrations and *-queries.ts import kysely values',
    breaks: ({ from, to, isType }) =>
      to === 'kysely' &&
      !isType &&
      !within(from, 'src-server/platform/db', 'migrations') &&
      !from.endsWith('-queries.ts'),
    example: ['src-server/files/x.ts', "import { type Kysely, sql } from 'kysely'"],
  },
  {
    name: 'the product does not import OpenTelemetry: deploy/opentelemetry.mjs does',
    breaks: ({ to }) => to.startsWith('@opentelemetry/'),
    example: ['src-server/platform/db/x.ts', "import { trace } from '@opentelemetry/api'"],
  },
  {
    name: 'the tier web reads and writes no table: use cases and queries do',
    breaks: ({ from, to }) => within(from, 'src-server/web') && to === 'src-server/platform/db/table.ts',
    example: ['src-server/web/trpc/x.ts', "import { table } from '../../platform/db/table.ts'"],
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
    example: ['src/lib/x.ts', "export { appRouter } from '#server/web/trpc/router.ts'"],
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
    name: 'ui imports no query or tRPC, and of other project code lib and types only',
    breaks: ({ from, to, isType }) =>
      within(from, 'src/ui') &&
      (/^@(tanstack\/react-query|trpc\/.*)$/.test(to) || (isOurs(to) && !isType && !within(to, 'src/ui', 'src/lib'))),
    example: ['src/ui/x.tsx', "import { site } from '#shared/site.ts'"],
  },
  {
    name: 'calls imports no feature, no layout and no route',
    breaks: ({ from, to }) => within(from, 'src/calls') && within(to, 'src/features', 'src/layout', 'src/routes'),
    example: ['src/calls/x.ts', "import { usePayouts } from '#client/features/admin-payouts/use-payouts.ts'"],
  },
  {
    name: 'migrations import kysely only',
    breaks: ({ from, to }) => within(from, 'migrations') && !/^kysely(\/|$)/.test(to) && !within(to, 'migrations'),
    example: ['migrations/x.ts', "import type { Schema } from '#server/platform/db/schema.ts'"],
  },
  {
    name: 'product code imports no test code and no test library',
    breaks: ({ from, to }) =>
      !within(from, 'src-server/testing') &&
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
