import type { IncomingMessage, ServerResponse } from 'node:http'
import { newOwnerLine, prepareOwner } from '../accounts/first-owner.ts'
import { createContext, type ServerContext } from '../context.ts'
import { backUpBeforeMigration } from '../operator/operations/backup.ts'
import { prepareProcess, readConfig } from '../platform/config/config.ts'
import { lockDataDir } from '../platform/db/data-dir-lock.ts'
import { startMessage } from '../platform/logging/start-message.ts'
import { openDataDir } from '../platform/storage/check-folders.ts'
import { createApp } from './app.ts'

/** The API within Vite's server (`src/build/fastify-dev.ts`). `address` is given at the first start of this process. */
export async function start(address: string | undefined) {
  prepareProcess()
  const config = readConfig()
  openDataDir(config.dataDir)
  const lock = lockDataDir(config.dataDir)
  const app = await createContext(config, { copyBeforeMigration: backUpBeforeMigration })
  if (address !== undefined) await announce(app, address)
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

async function announce(app: ServerContext, address: string) {
  const owner = await (await prepareOwner(app))()
  const ownerLine = owner && newOwnerLine(owner)
  process.stdout.write(startMessage(address, { ownerLine, isTerminal: process.stdout.isTTY }))
}
