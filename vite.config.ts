import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { buildApp } from './src/build/build-app.ts'
import { chunkLoader } from './src/build/chunk-loader.ts'
import { emittedFiles } from './src/build/emitted-files.ts'
import { fastifyDev } from './src/build/fastify-dev.ts'
import { offlineFiles } from './src/build/offline-files.ts'
import { preloadFonts } from './src/build/preload-fonts.ts'
import { sharedChunks } from './src/build/shared-chunks.ts'
import { subsetFonts } from './src/build/subset-fonts.ts'
import { swaggerFiles } from './src/build/swagger-files.ts'
import { themeScript } from './src/build/theme-script.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** The tests build into a folder of their own. */
const built = (name: string) => here(`${process.env.BUILD_DIR ?? 'dist'}/${name}`)

/** Ad blockers match words in URLs, so file names contain only a content hash. The manifest maps them to modules. */
const neutralNames = {
  hashCharacters: 'hex',
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
  assetFileNames: 'assets/[hash:7][extname]',
} as const
const chunks = chunkLoader()
/** Without a warning on a slow machine. */
const checks = { pluginTimings: false }
const settings = loadEnv('production', here('.'), ['BASE_PATH', 'PORT'])

/** Shorter than the default, and the same after lines of the file have moved. */
function scopedName(name: string, file: string) {
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
    react(),
    // No published plugin repeats a failed import; those that reload on an error lose what was typed.
    chunks.plugin,
    // Published ones copy files; these are computed from the service worker and packages.
    emittedFiles({ ...offlineFiles(), ...swaggerFiles() }),
    // The worker that draws PDFs reads it from beside its program.
    emittedFiles(
      { 'pdfium.wasm': () => readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))) },
      'server',
    ),
    // Published ones preload by a name that is known before the build, or all fonts.
    preloadFonts(),
    // Published ones minify inline scripts or add nonces; this writes typed functions of the client into the page.
    themeScript(),
    // Published ones start the server in a process or bundle of their own; this runs it in Vite's environment.
    fastifyDev(here('src-server/web/dev.ts')),
    // Published ones subset to a language; this also removes the weights that no style uses.
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
          output: {
            ...neutralNames,
            codeSplitting: { groups: [{ name: sharedChunks() }], includeDependenciesRecursively: false },
          },
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
            owner: here('src-server/operator/commands/owner.ts'),
            figures: here('src-server/operator/commands/figures.ts'),
            backup: here('src-server/operator/commands/backup.ts'),
            'data-keys': here('src-server/operator/commands/data-keys.ts'),
            restore: here('src-server/operator/commands/restore.ts'),
            move: here('src-server/operator/commands/move.ts'),
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
}))
