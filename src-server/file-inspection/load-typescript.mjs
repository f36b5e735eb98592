// For Node 20, which cannot run TypeScript: tests and `vite dev` start the worker process from source with this.
import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

// Node runs hooks in a thread, which loads this same file.
if (isMainThread) register(import.meta.url)

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const { transformSync } = await import('rolldown/utils')
  const file = fileURLToPath(url)
  return { format: 'module', source: transformSync(file, readFileSync(file, 'utf8')).code, shortCircuit: true }
}
