import { useState } from 'react'
import { decodeText } from '#client/lib/decode-text.ts'
import { CallNotice } from './call-notice.tsx'
import type { CallError } from './call-problem.ts'
import { FileDrop } from './file-drop.tsx'
import { ProblemNotice } from './notice.tsx'

type CsvDropProps = {
  /** Besides CSV files also those of Quicken and Money. */
  hasOfx?: boolean
  maxBytes: number
  tooLarge: string
  isReading: boolean
  error: CallError | null
  onStart: () => void
  onRead: (csv: string) => void
}

export function CsvDrop({ hasOfx = false, maxBytes, tooLarge, isReading, error, onStart, onRead }: CsvDropProps) {
  const [problem, setProblem] = useState<string>()
  async function take(files: readonly File[]) {
    const [file, second] = files
    if (!file || isReading) return
    onStart()
    setProblem(undefined)
    if (second) return setProblem('Choose one file.')
    if (file.size > maxBytes) return setProblem(tooLarge)
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (bytes === undefined) return setProblem("The browser couldn't read the file. Choose it again.")
    onRead(decodeText(new Uint8Array(bytes)))
  }
  const [label, accept] = hasOfx
    ? ['CSV or OFX file', '.csv,.txt,.tsv,.ofx,.qfx,.qbo,text/csv']
    : ['CSV file', '.csv,text/csv']
  return (
    <>
      <FileDrop label={label} accept={accept} isBusy={isReading} onFiles={(files) => void take(files)}>
        {isReading ? 'Reading the file...' : `Drop a ${label} here, or choose it`}
      </FileDrop>
      {problem ? <ProblemNotice message={problem} /> : <CallNotice error={error} />}
    </>
  )
}
