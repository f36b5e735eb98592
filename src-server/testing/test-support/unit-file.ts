import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** What systemd reads from a unit of a service to start and stop it. */
export type UnitFile = {
  command: string[]
  workingDirectory: string
  environmentFile: string
  /** `Environment=` and above it the environment file. */
  environment: Record<string, string | undefined>
  stopSeconds: number
}

/** Reads the part of a unit file that starts a process. @throws when a setting is missing, or the environment file */
export function readUnitFile(file: string): UnitFile {
  const lines = readFileSync(file, 'utf8').split('\n')
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))
  const one = (name: string): string => {
    const [value, ...others] = all(name)
    if (value === undefined || others.length > 0) throw new Error(`${file} has not one ${name}.`)
    return value
  }
  const environmentFile = one('EnvironmentFile')
  return {
    command: one('ExecStart').split(' '),
    workingDirectory: one('WorkingDirectory'),
    environmentFile,
    environment: { ...parseEnv(all('Environment').join('\n')), ...parseEnv(readFileSync(environmentFile, 'utf8')) },
    stopSeconds: Number(one('TimeoutStopSec')),
  }
}
