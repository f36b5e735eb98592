import { z } from 'zod'

/** The names of entries: the database, encrypted objects by their storage key, and at the end the manifest itself. */
export const DATABASE = 'exchange.sqlite'
export const FILES = 'files'
export const MANIFEST = 'manifest.json'

/** What a backup says of itself; stands in it, encrypted like the rest. */
export const manifestSchema = z.object({
  madeAt: z.iso.datetime(),
  /** The schema's version: names of migrations. */
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
