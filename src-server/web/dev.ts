import type { IncomingMessage, ServerResponse } from 'node:http'
import { ensureOwner, newOwnerLine } from '../accounts/bootstrap-owner.ts'
import { createContext } from '../context.ts'
import { prepareProcess, readConfig } from '../platform/config/config.ts'
import { lockDataDir } from '../platform/db/data-dir-lock.ts'
import { openDataDir } from '../platform/storage/open-data-dir.ts'
import { createApp } from './app.ts'

/** The API within the Vite development server, which owns the port and the pages (see `src/build/fastify-dev.ts`). */
export async function start() {
  prepareProcess()
  const config = readConfig()
  openDataDir(config.dataDir)
  const lock = lockDataDir(config.dataDir)
  const app = await createContext(config)
  const owner = await ensureOwner(app)
  if (owner) process.stdout.write(newOwnerLine(owner))
  const { server, socket } = await createApp(app)
  await server.ready()
  app.outbox?.start()
  return {
    handle: (request: IncomingMessage, response: ServerResponse) => server.routing(request, response),
    upgrade: socket.upgrade,
    close: async () => {
      await server.close()
      await app.outbox?.stop()
      await app[Symbol.asyncDispose]()
      lock[Symbol.dispose]()
    },
  }
}
