import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'
import { expect, test } from 'vitest'
import { tempFolder } from '../../src-server/testing/test-support/temp-folder.ts'

const src = path.resolve(import.meta.dirname, '..')
const committed = path.join(src, 'routeTree.gen.ts')

/** `npm run routes:generate` writes it, after a route was added, renamed or removed. */
test('routeTree.gen.ts is what the router generates from src/routes', async () => {
  using copy = tempFolder()
  const routesDirectory = path.join(copy.path, 'routes')
  const generatedRouteTree = path.join(copy.path, 'routeTree.gen.ts')
  mkdirSync(routesDirectory)
  cpSync(path.join(src, 'routes'), routesDirectory, { recursive: true })
  const settings = { target: 'react', quoteStyle: 'single', routesDirectory, generatedRouteTree } as const
  await new Generator({ config: getConfig(settings, copy.path), root: copy.path }).run()
  const generated = readFileSync(generatedRouteTree, 'utf8')
  if (process.env.UPDATE_ROUTES === '1') writeFileSync(committed, generated)
  expect(readFileSync(committed, 'utf8')).toBe(generated)
})
