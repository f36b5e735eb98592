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
import { preloadFonts } from './src/build/preload-fonts.ts'
import { subsetFonts } from './src/build/subset-fonts.ts'
import { swaggerUi } from './src/build/swagger-ui.ts'
import { themeScript } from './src/build/theme-script.ts'
import { uiGallery } from './src/build/ui-gallery.ts'
import { testProjects } from './src-server/testing/test-support/vitest-projects.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** The tests build into a folder of their own. */
const built = (name: string) => here(`${process.env.BUILD_DIR ?? 'dist'}/${name}`)

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
    test: /src-shared[\\/](brands?|catalogue|card-condition|compact-text|money|payment-type|quote|site)\.ts|src[\\/]ui[\\/](button|card-colours|class-names|field|field-error|gift-card|icon|receipt|select-field|skeleton|text-field|toast|use-pre-hydration-value)[.\w]*\.(tsx?|css)|src[\\/]lib[\\/](base-path|brand-mark|card-offer|catalogue|composition|fetch-response|lazy-subscription-link|load-chunk|expired-session|session|session-channel|session-end|storage|store|tracking|local-preference|trpc|use-is-hydrated)\.ts|src[\\/]features[\\/]exchange-wizard[\\/](no|use)-uploads\.ts|vite\/preload-helper/,
  },
  {
    name: 'small',
    test: /src[\\/]lib[\\/](file-url|format|pasted-files|request-key|use-copy|use-existing-page|use-live-query|use-now|use-page-visible|use-title-count)\.ts|src-shared[\\/](account-disabled|clean-text|network-brands|removed|status-label|text-messages)\.ts|src[\\/]ui[\\/](badge|notice|tone)[.\w]*\.(tsx|css)|[\\/](account-failure|new-tab-link)\.tsx?/,
  },
  {
    name: 'dialogs',
    test: /@radix-ui[\\/](?!react-(tabs|direction|use-is-hydrated|roving-focus))|src[\\/]ui[\\/]dialog[.\w]*\.(tsx|css)/,
  },
  {
    name: 'forms',
    test: /src[\\/]ui[\\/](checkbox|copy-button|error-summary|form|password-field)[.\w]*\.(tsx|css)|src-shared[\\/](account|account-messages|email|recovery)\.ts/,
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
/** Without a warning on a slow machine. */
const checks = { pluginTimings: false }
const settings = loadEnv('production', here('.'), ['BASE_PATH', 'PORT'])

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

export default defineConfig(({ command }) => ({
  root: here('src'),
  base: `${settings.BASE_PATH ?? ''}/`,
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
    offlinePage(),
    swaggerUi(),
    preloadFonts(),
    themeScript(),
    fastifyDev(here('src-server/web/dev.ts')),
    uiGallery(),
    subsetFonts(),
  ],
  resolve: {
    // The router's import is a shim for React before 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  // The development server compiles `using` for Node.js 22; the build has a target for each environment.
  oxc: command === 'build' ? {} : { target: 'node22' },
  css: { modules: { generateScopedName: scopedName } },
  server: { host: '127.0.0.1', port: Number(settings.PORT || 3000), strictPort: true },
  environments: {
    client: {
      build: {
        outDir: built('client'),
        // Open tabs request files of their own build; `previous-assets.ts` removes old ones later.
        emptyOutDir: false,
        target: 'es2022',
        manifest: true,
        modulePreload: chunks.modulePreload,
        rolldownOptions: {
          checks,
          // The tRPC packages lack `sideEffects: false`, so all their links would be bundled.
          treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]@trpc[\\/]/, sideEffects: false }] },
          output: { ...neutralNames, codeSplitting: { groups: firstChunks, includeDependenciesRecursively: false } },
        },
      },
    },
    // The server renders the public pages with it.
    prerender: {
      consumer: 'server',
      resolve: { noExternal: true },
      // The environment of the server would select React's development build.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: built('prerender'),
        emptyOutDir: true,
        target: 'node22',
        ssr: true,
        copyPublicDir: false,
        minify: false,
        rolldownOptions: {
          checks,
          input: here('src/entry-prerender.tsx'),
          output: { format: 'es', entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
    server: {
      consumer: 'server',
      // The development server loads all packages from node_modules: it cannot run CommonJS modules itself.
      resolve: command === 'build' ? { noExternal: true, external: serverPackages } : {},
      build: {
        outDir: built('server'),
        emptyOutDir: true,
        target: 'node22',
        ssr: true,
        copyPublicDir: false,
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          checks,
          input: {
            main: here('src-server/main.ts'),
            seed: here('src-server/operator/commands/seed.ts'),
            'audit-log': here('src-server/operator/commands/audit-log.ts'),
            ledger: here('src-server/operator/commands/ledger.ts'),
            backup: here('src-server/operator/commands/backup.ts'),
            'data-keys': here('src-server/operator/commands/data-keys.ts'),
            restore: here('src-server/operator/commands/restore.ts'),
            move: here('src-server/operator/commands/move.ts'),
            'bench-queue': here('src-server/operator/commands/bench-queue.ts'),
            'bench-insider': here('src-server/operator/commands/bench-insider.ts'),
            'worker-program': here('src-server/platform/file-inspection/worker-program.ts'),
            'worker-watchdog': here('src-server/platform/file-inspection/worker-watchdog.mjs'),
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
  test: { projects: testProjects },
}))
