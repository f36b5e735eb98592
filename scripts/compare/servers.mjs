import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProgram } from '../bench/processes.mjs'

/** What `read` returns for a server of each build, one after the other. `settings` are for all, or made for each. */
export async function withServers({ before, after }, settings, read) {
  const results = []
  for (const build of [before, after]) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'gce-compare-'))
    const env = typeof settings === 'function' ? await settings(build) : settings
    const server = await startProgram(path.join(build, 'server/main.js'), { ...env, DATA_DIR: dataDir })
    try {
      results.push(await read({ url: server.url, dataDir, env }))
    } finally {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  return results
}
