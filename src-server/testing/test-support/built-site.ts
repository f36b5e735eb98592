import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** Path of a file or folder of the build that the tests use: the one that `npm test` made, or `dist`. */
export function builtFile(...parts: string[]): string {
  return path.join(root, process.env.BUILD_DIR ?? 'dist', ...parts)
}
