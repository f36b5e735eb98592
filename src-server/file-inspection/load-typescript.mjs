// A loader for Node 20, which cannot run TypeScript: tests and `vite dev` start the worker from source with it.
import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

// Node runs loader hooks in a thread, which loads this file again.
if (isMainThread) register(import.meta.url)

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const { transformSync } = await import('rolldown/utils')
  const file = fileURLToPath(url)
  return { format: 'module', source: transformSync(file, readFileSync(file, 'utf8')).code, shortCircuit: true }
}
