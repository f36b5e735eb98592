import { withBase } from '#client/lib/base-path.ts'

export function csvUrl(version: number): string {
  return withBase(`/api/admin/rates.csv?version=${version}`)
}
