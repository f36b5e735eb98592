import { withBase } from '#client/lib/base-path.ts'

/** The address of all brands of a version as a CSV file. */
export function csvUrl(version: number): string {
  return withBase(`/api/admin/rates.csv?version=${version}`)
}
