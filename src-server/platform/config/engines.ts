import { statSync } from 'node:fs'
import { z } from 'zod'
import { readKeyFile } from '../encryption/key-file.ts'
import { httpAddress, isServerAddress, onOff, serverAddress } from './setting-kinds.ts'

export type S3Config = NonNullable<ReturnType<typeof clusterConfigOf>>['s3']

const s3Variables = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

export const engineVariables = {
  REDIS_URL: serverAddress('REDIS_URL', 'a redis:// or rediss:// address', /^rediss?:/).optional(),
  S3_ENDPOINT: httpAddress('S3_ENDPOINT').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: onOff('S3_PATH_STYLE').default(true),
  DATA_KEYS_FILE: z.string().optional(),
}

type EngineSettings = z.infer<z.ZodObject<typeof engineVariables>> & {
  DATABASE_URL?: string | undefined
  DATA_KEYS?: string | undefined
}

export function isPostgresUrl(text: string) {
  return isServerAddress(text, /^postgres(ql)?:\/\//)
}

/** The engines of a site on several machines, used together. Undefined: SQLite, memory and a folder. */
export function clusterConfigOf(env: EngineSettings) {
  const databaseUrl = env.DATABASE_URL
  const others = ['REDIS_URL', ...s3Variables] as const
  if (databaseUrl === undefined || !isPostgresUrl(databaseUrl)) {
    const set = others.filter((name) => env[name] !== undefined)
    if (set.length > 0)
      throw new Error(`${set.join(', ')}: used only with PostgreSQL. Set DATABASE_URL=postgres://..., or remove them.`)
    return undefined
  }
  const missing = others.filter((name) => env[name] === undefined)
  if (missing.length > 0)
    throw new Error(
      `DATABASE_URL names PostgreSQL, which needs ${missing.join(', ')} too: nodes share messages and files.`,
    )
  if (env.DATA_KEYS === undefined && env.DATA_KEYS_FILE === undefined)
    throw new Error(
      'DATABASE_URL names PostgreSQL, which needs DATA_KEYS or DATA_KEYS_FILE: a key file in DATA_DIR belongs to one node.',
    )
  return {
    databaseUrl,
    redisUrl: env.REDIS_URL as string,
    s3: {
      endpoint: env.S3_ENDPOINT as string,
      bucket: env.S3_BUCKET as string,
      region: env.S3_REGION,
      accessKeyId: env.S3_ACCESS_KEY_ID as string,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY as string,
      /** `https://host/bucket/key` instead of the host name. */
      pathStyle: env.S3_PATH_STYLE,
    },
  }
}

/** From DATA_KEYS or the file that DATA_KEYS_FILE names, one in each line or separated by commas. */
export function dataKeysOf({ DATA_KEYS, DATA_KEYS_FILE }: EngineSettings) {
  if (DATA_KEYS_FILE === undefined) return DATA_KEYS
  if (DATA_KEYS !== undefined) throw new Error('Give DATA_KEYS or DATA_KEYS_FILE, not both.')
  const found = statSync(DATA_KEYS_FILE, { throwIfNoEntry: false })
  if (!found) throw new Error(`DATA_KEYS_FILE names ${DATA_KEYS_FILE}, which does not exist.`)
  if (!found.isFile()) throw new Error(`DATA_KEYS_FILE names ${DATA_KEYS_FILE}, which is not a file.`)
  const keys = readKeyFile(DATA_KEYS_FILE)
    .split(/[\s,]+/)
    .filter((key) => key !== '')
  if (keys.length === 0) throw new Error(`DATA_KEYS_FILE names ${DATA_KEYS_FILE}, which is empty.`)
  return keys.join(',')
}
