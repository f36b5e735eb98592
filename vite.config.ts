import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { loadEnv } from 'vite'
import { defineConfig } from 'vitest/config'
import { brandSprite } from './src/build/brand-sprite.ts'
import { buildApp } from './src/build/build-app.ts'
import { chunkLoader } from './src/build/chunk-loader.ts'
import { fastifyDev } from './src/build/fastify-dev.ts'
import { offlinePage } from './src/build/offline-page.ts'
import { oneByteServer } from './src/build/one-byte-server.ts'
import { preloadFonts } from './src/build/preload-fonts.ts'
import { siteImages } from './src/build/site-images.ts'
import { subsetFonts } from './src/build/subset-fonts.ts'
import { swaggerUi } from './src/build/swagger-ui.ts'
import { themeScript } from './src/build/theme-script.ts'
import { uiGallery } from './src/build/ui-gallery.ts'
import { testsOnCluster, testsOnPostgres } from './src-server/test-support/tests-on-postgres.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Code for all pages is in two chunks, which compress better than many. Small modules of several pages share one,
 * because each file has a name in the first script. The rest is split by route and first use.
 */
const firstChunks = [
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack|@trpc)[\\/](?!.*useBlocker)/,
  },
  {
    name: 'ui',
    test: /src-shared[\\/](brands?|catalogue|card-condition|money|payment-type|quote|site)\.ts|src[\\/]ui[\\/](button|card-colours|class-names|field|field-error|gift-card|icon|receipt|select-field|skeleton|text-field|toast|use-pre-hydration-value)[.\w]*\.(tsx?|css)|src[\\/]lib[\\/](base-path|brand-mark|card-offer|catalogue|fetch-response|lazy-subscription-link|load-chunk|expired-session|session|session-channel|session-end|storage|store|tracking|local-preference|trpc|use-is-hydrated)\.ts|src[\\/]features[\\/]exchange-wizard[\\/](no|use)-uploads\.ts|vite\/preload-helper/,
  },
  {
    name: 'small',
    test: /src[\\/]lib[\\/](file-url|request-key|use-copy|use-existing-page|use-live-query|use-now|use-page-visible|use-title-count)\.ts|src-shared[\\/](account-disabled|network-brands|removed|status-label|text-messages)\.ts|[\\/](account-failure|new-tab-link)\.tsx?/,
  },
  {
    name: 'lists',
    test: /src[\\/]ui[\\/](choice-buttons|page-buttons|query-state|retry-notice|scroll-region|search-box|stats)[.\w]*\.(tsx?|css)|src-shared[\\/](payout-label|policy|registered-user|staff-role)\.ts/,
  },
]

/** Ad blockers match words in URLs, so file names contain only a content hash. The manifest maps them to modules. */
const neutralNames = {
  hashCharacters: 'hex',
  entryFileNames: 'assets/[hash:8].js',
  chunkFileNames: 'assets/[hash:8].js',
  assetFileNames: 'assets/[hash:8][extname]',
} as const
const chunks = chunkLoader()

/** Shorter than the default, and the same after lines of the file have moved. */
function scopedName(name: string, file: string): string {
  const module = createHash('sha256')
    .update(relative(here('src'), file))
    .digest('base64url')
  return `${name}-${module.slice(0, 4)}`
}

/**
 * Packages that the built server loads from node_modules: compiled code, code that loads its own files by name, and
 * what only some sites use. Every other one is bundled, because Node takes longer to find 600 modules than to run them.
 */
const serverPackages = [
  'better-sqlite3',
  '@node-rs/argon2',
  'sharp',
  'pino',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@opentelemetry/api',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace-node',
  '@redis/client',
  'nodemailer',
  'pg',
  'prom-client',
]

export default defineConfig({
  root: here('src'),
  base: `${loadEnv('production', here('.'), 'BASE_PATH').BASE_PATH ?? ''}/`,
  publicDir: here('src/public'),
  cacheDir: here('node_modules/.vite'),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: here('src/routes'),
      generatedRouteTree: here('src/routeTree.gen.ts'),
      quoteStyle: 'single',
    }),
    react(),
    chunks.plugin,
    brandSprite(),
    siteImages(),
    offlinePage(),
    oneByteServer(),
    swaggerUi(),
    preloadFonts(),
    themeScript(),
    fastifyDev(here('src-server/dev.ts')),
    uiGallery(),
    subsetFonts(),
  ],
  resolve: {
    // The router's import is a shim for React before 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  css: { modules: { generateScopedName: scopedName } },
  server: { host: '127.0.0.1', port: 3000, strictPort: true },
  environments: {
    client: {
      build: {
        outDir: here('dist/client'),
        // Open tabs request files of their own build; `previous-assets.ts` removes old ones later.
        emptyOutDir: false,
        target: 'es2022',
        manifest: true,
        modulePreload: chunks.modulePreload,
        rolldownOptions: {
          checks: { pluginTimings: false },
          // The tRPC packages lack `sideEffects: false`, so all their links would be bundled.
          treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]@trpc[\\/]/, sideEffects: false }] },
          output: { ...neutralNames, codeSplitting: { groups: firstChunks, includeDependenciesRecursively: false } },
        },
      },
    },
    // Renders the public pages during the build; the output is deleted afterwards.
    prerender: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: here('dist/prerender'),
        emptyOutDir: true,
        target: 'node20',
        ssr: true,
        copyPublicDir: false,
        minify: false,
        rolldownOptions: { input: here('src/entry-prerender.tsx'), output: { format: 'es' } },
      },
    },
    server: {
      consumer: 'server',
      resolve: { noExternal: true, external: serverPackages },
      build: {
        outDir: here('dist/server'),
        emptyOutDir: true,
        target: 'node20',
        ssr: true,
        copyPublicDir: false,
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: {
            main: here('src-server/main.ts'),
            seed: here('src-server/commands/seed.ts'),
            'audit-log': here('src-server/commands/audit-log.ts'),
            ledger: here('src-server/commands/ledger.ts'),
            backup: here('src-server/commands/backup.ts'),
            'data-keys': here('src-server/commands/data-keys.ts'),
            restore: here('src-server/commands/restore.ts'),
            move: here('src-server/commands/move.ts'),
            'bench-queue': here('src-server/commands/bench-queue.ts'),
            'bench-insider': here('src-server/commands/bench-insider.ts'),
            'worker-program': here('src-server/file-inspection/worker-program.ts'),
            'worker-watchdog': here('src-server/file-inspection/worker-watchdog.mjs'),
          },
          output: {
            // It is started by file name, with this extension also from source.
            entryFileNames: ({ name }) => (name === 'worker-watchdog' ? '[name].mjs' : '[name].js'),
            chunkFileNames: '[name]-[hash].js',
            format: 'es',
            // Node.js reads every byte at the start; the source maps lead to the comments.
            comments: { legal: true, annotation: false, jsdoc: false },
          },
        },
      },
    },
  },
  builder: { buildApp },
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          root: here('.'),
          include: ['src-server/**/*.test.ts', 'src-shared/**/*.test.ts', 'src/**/*.test.ts'],
          exclude: ['**/*.process.test.ts', '**/*.system.test.ts', '**/*.postgres.test.ts'],
          environment: 'node',
          // Importing the server again for each file would take a quarter of the run.
          isolate: false,
          // Generous, so that tests do not fail on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'postgres',
          root: here('.'),
          include: testsOnPostgres(),
          environment: 'node',
          // As for the unit tests.
          isolate: false,
          globalSetup: ['src-server/test-support/postgres-setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'component',
          root: here('.'),
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['src/test-support/component/setup.ts'],
          // Every page load of these tests resets the modules, so files can share the rest.
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          root: here('.'),
          include: ['src-server/**/*.process.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'integration-cluster',
          root: here('.'),
          include: testsOnCluster(),
          environment: 'node',
          globalSetup: ['src-server/test-support/engines-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'system',
          root: here('.'),
          include: ['src-server/system-tests/*.system.test.ts'],
          environment: 'node',
          provide: {
            isFullSize: process.env.SYSTEM_TESTS === 'full',
            figuresFile: process.env.SYSTEM_TEST_FIGURES ?? '',
          },
          testTimeout: process.env.SYSTEM_TESTS === 'full' ? 3_600_000 : 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
