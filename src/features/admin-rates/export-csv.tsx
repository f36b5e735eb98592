import { withBase } from '#client/lib/base-path.ts'
import { buttonClass } from '#client/ui/button.tsx'

type ExportCsvProps = { version: number; 'aria-label'?: string }

export function ExportCsv({ version, ...rest }: ExportCsvProps) {
  const href = withBase(`/api/admin/rates.csv?version=${version}`)
  return (
    <a className={buttonClass('quiet', 'small')} href={href} {...rest} download>
      Export CSV
    </a>
  )
}
