import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { brandSprite } from './src/build/brand-sprite.ts'
import { fastifyDev } from './src/build/fastify-dev.ts'
import { precompress } from './src/build/precompress.ts'
import { preloadFonts } from './src/build/preload-fonts.ts'
import { themeScript } from './src/build/theme-script.ts'
import { uiPreview } from './src/build/ui-preview.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('src'),
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
    brandSprite(),
    preloadFonts(),
    themeScript(),
    fastifyDev(here('src-server/dev.ts')),
    uiPreview(),
    precompress(),
  ],
  server: { host: '127.0.0.1', port: 3000, strictPort: true },
  environments: {
    client: { build: { outDir: here('dist/client'), emptyOutDir: true, target: 'es2022', manifest: true } },
    server: {
      consumer: 'server',
      build: {
        outDir: here('dist/server'),
        emptyOutDir: true,
        target: 'node20',
        ssr: true,
        copyPublicDir: false,
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: { main: here('src-server/main.ts'), demo: here('src-server/demo.ts') },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', format: 'es' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment)
      }
    },
  },
  test: {
    projects: [
      {
        test: {
          name: 'code',
          root: here('.'),
          include: ['src-server/**/*.test.ts', 'src-shared/**/*.test.ts', 'src/**/*.test.ts'],
          exclude: ['**/*.process.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'process',
          root: here('.'),
          include: ['src-server/**/*.process.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
