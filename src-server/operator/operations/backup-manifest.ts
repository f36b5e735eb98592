import { z } from 'zod'

/** Entry names: the database, the folder of encrypted objects by storage key, and the manifest, which is last. */
export const DATABASE = 'exchange.sqlite'
export const FILES = 'files'
export const MANIFEST = 'manifest.json'

export const manifestSchema = z.object({
  madeAt: z.iso.datetime(),
  /** Names of the applied migrations: the schema version. */
  migrations: z.array(z.string()),
  rows: z.record(z.string(), z.number()),
  audit: z.object({ entries: z.number(), head: z.string() }),
  files: z.array(
    z.object({
      name: z.string().regex(/^(exchange\.sqlite|files\/[\w-]+)$/),
      size: z.number().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>
