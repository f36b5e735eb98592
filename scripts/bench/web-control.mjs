// Control: the same build without scripts, served by the same server.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../project.mjs'
import { startProgram } from './processes.mjs'

/** Starts the control server; `stop` also removes its folder. */
export async function startScriptless() {
  const cache = path.join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  // Inside the project folder, so that the server can resolve its packages.
  const folder = mkdtempSync(path.join(cache, 'gce-control-'))
  symlinkSync(path.join(root, 'dist/client'), path.join(folder, 'client'))
  cpSync(path.join(root, 'dist/server'), path.join(folder, 'server'), { recursive: true })
  cpSync(path.join(root, 'dist/pages'), path.join(folder, 'pages'), { recursive: true })
  for (const name of readdirSync(path.join(folder, 'pages')).filter((file) => file.endsWith('.html'))) {
    const file = path.join(folder, 'pages', name)
    const html = readFileSync(file, 'utf8')
      .replace(/<script[^>]*>[\s\S]*?<\/script>/g, '')
      .replace(/<link rel="modulepreload"[^>]*>/g, '')
    writeFileSync(file, html)
  }
  const server = await startProgram(path.join(folder, 'server/main.js'))
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
