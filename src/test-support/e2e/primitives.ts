import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { test as base } from './closing-test.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** `test` with the address of the UI gallery. It is not part of the site's build, so it is built here once. */
export const test = base.extend<object, { primitives: string }>({
  primitives: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the needed fixtures from this pattern
    async ({}, use) => {
      const outDir = await mkdtemp(path.join(tmpdir(), 'gce-primitives-'))
      const shared = { configFile: false, root, logLevel: 'warn' } as const
      await build({
        ...shared,
        plugins: [react()],
        build: { outDir, emptyOutDir: true, rolldownOptions: { input: path.join(root, 'ui-gallery/index.html') } },
      })
      const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1' } })
      await use(`${server.resolvedUrls?.local[0]}ui-gallery/index.html`)
      await server.close()
      await rm(outDir, { recursive: true })
    },
    { scope: 'worker' },
  ],
})
